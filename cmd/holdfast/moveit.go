package main

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
)

// moveitLink says where MoveIt wants a grasp's pose: at the link that carries the hand.
type moveitLink struct {
	name   string
	frame  string
	wrist  float64
	joints []string
}

func (l *moveitLink) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.name, "moveit-link", "gripper_link", "`link` that carries the hand, its x the direction of approach")
	cmd.Flags().StringVar(&l.frame, "moveit-frame", "", "`frame` of the poses where the cloud names none: MoveIt takes an empty one for the object's")
	cmd.Flags().Float64Var(&l.wrist, "moveit-wrist", 0, "how far that link's origin is behind the palm, m")
	cmd.Flags().StringSliceVar(&l.joints, "moveit-joints", []string{"left_finger_joint", "right_finger_joint"}, "joints of the fingers, each of which moves half of the opening")
}

func (l *moveitLink) check() error {
	if !(l.wrist >= -1 && l.wrist <= 1) || len(l.joints) == 0 || l.name == "" {
		return usageErrorf("--moveit-link, --moveit-joints and --moveit-wrist: give a link, joints, and -1 to 1 m")
	}
	return nil
}

// The fields of moveit_msgs/Grasp and what it is made of, in the order of the message.
type (
	moveitHeader struct {
		FrameID string `yaml:"frame_id"`
	}
	moveitXYZ struct {
		X, Y, Z float64
	}
	moveitXYZW struct {
		X, Y, Z, W float64
	}
	moveitPose struct {
		Position    moveitXYZ
		Orientation moveitXYZW
	}
	moveitStamped struct {
		Header moveitHeader
		Pose   moveitPose
	}
	moveitVector struct {
		Header moveitHeader
		Vector moveitXYZ
	}
	moveitMove struct {
		Direction       moveitVector
		DesiredDistance float64 `yaml:"desired_distance"`
		MinDistance     float64 `yaml:"min_distance"`
	}
	moveitPoint struct {
		Positions []float64
	}
	moveitTrajectory struct {
		JointNames []string `yaml:"joint_names"`
		Points     []moveitPoint
	}
	moveitGrasp struct {
		ID                  string           `yaml:"id"`
		PreGraspPosture     moveitTrajectory `yaml:"pre_grasp_posture"`
		GraspPosture        moveitTrajectory `yaml:"grasp_posture"`
		GraspPose           moveitStamped    `yaml:"grasp_pose"`
		GraspQuality        float64          `yaml:"grasp_quality"`
		PreGraspApproach    moveitMove       `yaml:"pre_grasp_approach"`
		PostGraspRetreat    moveitMove       `yaml:"post_grasp_retreat"`
		PostPlaceRetreat    moveitMove       `yaml:"post_place_retreat"`
		MaxContactForce     float64          `yaml:"max_contact_force"`
		AllowedTouchObjects []string         `yaml:"allowed_touch_objects"`
	}
	moveitObject struct {
		Object string
		Grasps []moveitGrasp
	}
)

func moveitVec(v geom.Vec) moveitXYZ { return moveitXYZ{v.X, v.Y, v.Z} }

// frameOf is the frame of the poses, empty where neither the cloud nor the user names one.
func (l *moveitLink) frameOf(seg *scene.Segmentation) string {
	if seg.Cloud.Frame != "" {
		return seg.Cloud.Frame
	}
	return l.frame
}

// writeMoveit writes the best grasps of each object, best first.
func writeMoveit(path string, seg *scene.Segmentation, plans []*grasp.Plan, top int, p *grasp.Params, l *moveitLink) error {
	frame := l.frameOf(seg)
	up := seg.Table.Plane().Normal
	const part = 0.6 // of the wanted distances that is enough
	move := func(frame string, dir geom.Vec, d float64) moveitMove {
		return moveitMove{moveitVector{moveitHeader{frame}, moveitVec(dir)}, d, part * d}
	}
	posture := func(opening float64) moveitTrajectory {
		t := moveitTrajectory{JointNames: l.joints, Points: []moveitPoint{{}}}
		for range l.joints {
			t.Points[0].Positions = append(t.Points[0].Positions, opening/2)
		}
		return t
	}
	doc := []moveitObject{}
	for k, plan := range plans {
		o := moveitObject{Object: fmt.Sprintf("object_%d", k+1), Grasps: []moveitGrasp{}}
		for i := range plan.Grasps {
			if top > 0 && i >= top {
				break
			}
			g := &plan.Grasps[i]
			x := g.X_FG.Mul(geom.Pose{P: geom.V(-l.wrist, 0, 0)})
			q := x.R.Normalized()
			o.Grasps = append(o.Grasps, moveitGrasp{
				ID: fmt.Sprintf("object_%d_grasp_%d", k+1, i+1), PreGraspPosture: posture(g.Opening), GraspPosture: posture(max(0, g.Width-0.01)),
				GraspPose:        moveitStamped{moveitHeader{frame}, moveitPose{moveitVec(x.P), moveitXYZW{q.X, q.Y, q.Z, q.W}}},
				GraspQuality:     g.Quality,
				PreGraspApproach: move(l.name, geom.UnitX, p.Approach), PostGraspRetreat: move(frame, up, p.Lift), PostPlaceRetreat: move(l.name, r3.Scale(-1, geom.UnitX), p.Approach),
				AllowedTouchObjects: []string{},
			})
		}
		doc = append(doc, o)
	}
	b, err := yaml.Marshal(doc)
	if err != nil {
		return fault.New("write grasps", path, fault.Internal, "%w", err)
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		return fault.New("write grasps", path, fault.Permission, "%w", err)
	}
	return nil
}
