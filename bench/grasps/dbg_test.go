package main
import ("testing";"fmt";"path/filepath";"github.com/holdfast-robotics/holdfast/geom";"github.com/holdfast-robotics/holdfast/sim/rehearse")
func TestDbg(t *testing.T){
 fs,_:=filepath.Glob("/work/shared/data/mosd/*.pcd")
 for _,f:=range fs{ w,err:=recorded(f); if err!=nil{t.Fatal(err)}
  cfg:=sceneConfig(1)
  cfg.Truth = func(segment int) (rehearse.Object, geom.Pose, bool) {
		for i := range w.objects { if t := &w.objects[i]; t.seg == segment { return t.obj, w.seg.Table.X_FT.Mul(t.X_TO), true } }
		return rehearse.Object{}, geom.Pose{}, false
  }
  for i:=range w.objects{ o:=&w.objects[i]
   h:=o.obj.Shape.Half()
   fmt.Printf("%s obj %d half %.3f at %.3f bottom %.3f mass %.2f seg %d",w.name,i,h,o.X_TO.P,o.X_TO.P.Z-h.Z,o.obj.Mass,o.seg)
   if o.seg<0{fmt.Println();continue}
   so:=&w.seg.Objects[o.seg]
   fmt.Printf(" segsize %.3f\n",so.Size)
   gs,_:=planHoldfast(w,&cfg,o.seg)
   for k:=range min(2,len(gs)){ g:=&gs[k]
    _,r,_:=cfg.Try(w.seg,g)
    fmt.Printf("   %s q %.2f w %.3f op %.3f pads %.3f hit %v: %v %s  lever %.2f torque %.2f\n",g.Kind,g.Quality,g.Width,g.Opening,g.X_TG.Apply(geom.V(cfg.Hand.PadCenter(),0,0)),hits(w,i,&cfg.Hand,g),r.Outcome,r.Reason,g.Features[4],g.Features[5])
   }
  }}
}
