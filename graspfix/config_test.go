package graspfix

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
)

// documented is the example of the original's documentation, blanks and dots included.
const documented = `
 <gazebo>
     <plugin name="gazebo_grasp_fix" filename="libgazebo_grasp_fix.so">
        <arm>
            <arm_name>name-of-arm</arm_name>
            <palm_link> hand_link_name  </palm_link>
            <gripper_link> finger_index_link_1 </gripper_link>
            <gripper_link> finger_index_link_2 </gripper_link>
            <gripper_link> ... </gripper_link>
         </arm>
         <forces_angle_tolerance>100</forces_angle_tolerance>
         <update_rate>4</update_rate>
         <grip_count_threshold>4</grip_count_threshold>
         <max_grip_count>8</max_grip_count>
         <release_tolerance>0.005</release_tolerance>
         <disable_collisions_on_attach>false</disable_collisions_on_attach>
         <contact_topic>__default_topic__</contact_topic>
     </plugin>
 </gazebo>
`

const anArm = `<arm><arm_name>arm</arm_name><palm_link> hand </palm_link><gripper_link>l</gripper_link><gripper_link>r</gripper_link></arm>`

func plugin(inner string) string {
	return `<plugin name="gazebo_grasp_fix" filename="libgazebo_grasp_fix.so">` + inner + `</plugin>`
}

func mustRead(t testing.TB, text, preset string) *Config {
	t.Helper()
	c, err := Read("file", []byte(text), preset)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return c
}

// noteAbout finds the first note of a severity about something.
func noteAbout(c *Config, s Severity, about string) string {
	for _, n := range c.Notes {
		if n.Severity == s && n.About == about {
			return n.Text
		}
	}
	return ""
}

func TestDocumentedExample(t *testing.T) {
	c := mustRead(t, documented, Classic)
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	if c.AngleDeg != 100 || c.UpdateRate != 4 || c.Threshold != 4 || c.MaxGripCount != 8 || c.ReleaseTolerance != 0.005 || c.DisableCollisions {
		t.Errorf("%+v", c.Params)
	}
	if a := c.Arms[0]; a.Name != "name-of-arm" || a.Palm != "hand_link_name" || len(a.Links) != 2 || a.Links[0] != "finger_index_link_1" || a.Links[1] != "finger_index_link_2" {
		t.Errorf("%+v", a)
	}
	for _, n := range c.Notes {
		if n.Severity != Info && !strings.Contains(n.Text, `"..."`) {
			t.Errorf("%v", n)
		}
	}
	if f, err := New(c, nil, Hooks{}); err != nil || f.period != 250_000_000 {
		t.Errorf("%v", err)
	}
}

func Test1_Defaults(t *testing.T) {
	c := mustRead(t, plugin(anArm), Classic)
	if err := c.Err(); err != nil || c.AngleDeg != 120 || c.UpdateRate != 5 || c.MaxGripCount != 10 || c.Threshold != 5 || c.ReleaseTolerance != 0.005 || c.DisableCollisions {
		t.Errorf("%v, %+v", err, c.Params)
	}
	if f, err := New(c, nil, Hooks{}); err != nil || f.period != 200_000_000 {
		t.Errorf("%v", err)
	}
}

func Test2_ThresholdIsHalf(t *testing.T) {
	if c := mustRead(t, plugin(anArm+`<max_grip_count>7</max_grip_count>`), Classic); c.Threshold != 3 {
		t.Errorf("threshold %d", c.Threshold)
	}
}

func Test3_Blanks(t *testing.T) {
	if c := mustRead(t, plugin(anArm), Classic); c.Arms[0].Palm != "hand" {
		t.Errorf("%q", c.Arms[0].Palm)
	}
}

func Test4_BoolIsExact(t *testing.T) {
	c := mustRead(t, plugin(anArm+`<disable_collisions_on_attach>True</disable_collisions_on_attach>`), Classic)
	if c.DisableCollisions || !strings.Contains(noteAbout(c, Warn, "disable_collisions_on_attach"), `"True" counts as false`) {
		t.Errorf("%v, %v", c.DisableCollisions, c.Notes)
	}
	for _, v := range []string{"1", " true "} {
		if c := mustRead(t, plugin(anArm+`<disable_collisions_on_attach>`+v+`</disable_collisions_on_attach>`), Classic); !c.DisableCollisions {
			t.Errorf("%q is false", v)
		}
	}
}

func Test5_RateIsWhole(t *testing.T) {
	c := mustRead(t, plugin(anArm+`<update_rate>2.9</update_rate>`), Classic)
	if c.UpdateRate != 2 || noteAbout(c, Warn, "update_rate") == "" {
		t.Errorf("%g, %v", c.UpdateRate, c.Notes)
	}
	for _, v := range []string{"0", "0.5", "abc", ""} {
		if c := mustRead(t, plugin(anArm+`<update_rate>`+v+`</update_rate>`), Classic); c.Err() == nil {
			t.Errorf("%q is accepted as %g", v, c.UpdateRate)
		}
	}
	if c := mustRead(t, "arms: [{arm_name: a, palm_link: p, gripper_link: [l, r]}]\nupdate_rate: 2.5\n", ""); c.UpdateRate != 2.5 || c.Err() != nil {
		t.Errorf("%g, %v", c.UpdateRate, c.Err())
	}
}

func Test6_CanNeverAttach(t *testing.T) {
	c := mustRead(t, plugin(anArm+`<grip_count_threshold>8</grip_count_threshold><max_grip_count>8</max_grip_count>`), Classic)
	if err := c.Err(); err == nil || !strings.Contains(err.Error(), "can never attach") || !strings.Contains(err.Error(), "raise max_grip_count to 16") {
		t.Errorf("%v", err)
	}
}

func Test7_SmallestAngle(t *testing.T) {
	if err := mustRead(t, plugin(anArm+`<forces_angle_tolerance>89</forces_angle_tolerance>`), Classic).Err(); err == nil || !strings.Contains(err.Error(), "below 90") {
		t.Errorf("%v", err)
	}
	if c := mustRead(t, plugin(anArm+`<forces_angle_tolerance>90</forces_angle_tolerance>`), Classic); c.Err() != nil || c.AngleDeg != 90 {
		t.Errorf("%v, %g", c.Err(), c.AngleDeg)
	}
}

// The rows of table 1.4, odd values, and more: each has its message, and says what to give instead.
func TestTable14_OddValues(t *testing.T) {
	for _, row := range []struct {
		xml      string
		severity Severity
		about    string
		want     string
	}{
		{`<update_rate>0</update_rate>`, Error, "update_rate", "no period"},
		{`<update_rate>-3</update_rate>`, Error, "update_rate", "negative"},
		{`<update_rate>5000</update_rate>`, Warn, "update_rate", "every step"},
		{`<update_rate>2.5</update_rate>`, Warn, "update_rate", "read as 2"},
		{`<forces_angle_tolerance>89</forces_angle_tolerance>`, Error, "forces_angle_tolerance", "below 90"},
		{`<forces_angle_tolerance>180</forces_angle_tolerance>`, Error, "forces_angle_tolerance", "can never attach"},
		{`<forces_angle_tolerance>170</forces_angle_tolerance>`, Warn, "forces_angle_tolerance", "5.7 times"},
		{`<grip_count_threshold>8</grip_count_threshold><max_grip_count>8</max_grip_count>`, Error, "grip_count_threshold", "can never attach"},
		{`<grip_count_threshold>-1</grip_count_threshold>`, Error, "grip_count_threshold", "never be let go"},
		{`<max_grip_count>0</max_grip_count>`, Error, "max_grip_count", "can never attach"},
		{`<grip_count_threshold>6</grip_count_threshold><max_grip_count>8</max_grip_count>`, Warn, "max_grip_count", "less than twice"},
		{`<release_tolerance>0</release_tolerance>`, Warn, "release_tolerance", "wobble"},
		{`<release_tolerance>0.0009</release_tolerance>`, Warn, "release_tolerance", "wobble"},
		{`<release_tolerance>-0.001</release_tolerance>`, Error, "release_tolerance", "negative"},
		{`<release_tolerance>0.02</release_tolerance>`, Warn, "release_tolerance", "stuck"},
		{`<disable_collisions_on_attach>yes</disable_collisions_on_attach>`, Warn, "disable_collisions_on_attach", "false"},
		{`<contact_topic>/robot/contacts</contact_topic>`, Warn, "contact_topic", "not used"},
		{`<forces_angle_tolerence>100</forces_angle_tolerence>`, Warn, "forces_angle_tolerence", "did you mean <forces_angle_tolerance>"},
		{`<update_rate>5</update_rate><update_rate>9</update_rate>`, Warn, "update_rate", "twice"},
	} {
		c := mustRead(t, plugin(anArm+row.xml), Classic)
		t.Logf("%s: %v: %s", row.xml, row.severity, noteAbout(c, row.severity, row.about))
		if got := noteAbout(c, row.severity, row.about); !strings.Contains(got, row.want) {
			t.Errorf("%s: %v", row.xml, c.Notes)
		}
		if (c.Err() != nil) != (row.severity == Error) {
			t.Errorf("%s: error %v", row.xml, c.Err())
		}
		if err := c.Err(); err != nil && (fault.KindOf(err) != fault.Invalid || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v", row.xml, err)
		}
	}
	for _, fine := range []string{`<forces_angle_tolerance>90</forces_angle_tolerance>`, `<grip_count_threshold>0</grip_count_threshold>`, `<min_opposing_angle>115</min_opposing_angle>`} {
		if c := mustRead(t, plugin(anArm+fine), Classic); c.Err() != nil {
			t.Errorf("%s: %v", fine, c.Err())
		}
	}
	if c := mustRead(t, plugin(anArm+`<min_opposing_angle>115</min_opposing_angle>`), Classic); c.AngleDeg != 115 {
		t.Errorf("%g", c.AngleDeg)
	}
}

func Test8_ArmWithoutFingers(t *testing.T) {
	c := mustRead(t, plugin(`<arm><arm_name>x</arm_name><plam_link>p</plam_link><gripper_link>l</gripper_link></arm><arm><arm_name>y</arm_name><palm_link>p</palm_link></arm>`+anArm), Classic)
	if c.Err() != nil || len(c.Arms) != 1 || c.Arms[0].Name != "arm" {
		t.Errorf("%v, %v", c.Err(), c.Arms)
	}
	if n := noteAbout(c, Error, `arm "x"`); !strings.Contains(n, "lacks palm_link") {
		t.Errorf("%v", c.Notes)
	}
	if n := noteAbout(c, Warn, `arm "x"`); !strings.Contains(n, "did you mean <palm_link>") {
		t.Errorf("%v", c.Notes)
	}
	if n := noteAbout(c, Error, `arm "y"`); !strings.Contains(n, "lacks gripper_link") {
		t.Errorf("%v", c.Notes)
	}
	// Only bad arms, or none, is an error with the reason.
	c = mustRead(t, plugin(`<arm><arm_name>y</arm_name><palm_link>p</palm_link></arm>`), Classic)
	if err := c.Err(); err == nil || !strings.Contains(err.Error(), "lacks gripper_link") {
		t.Errorf("%v", err)
	}
	if err := mustRead(t, plugin(""), Classic).Err(); err == nil || !strings.Contains(err.Error(), "there is no <arm>") {
		t.Errorf("%v", err)
	}
}

func Test9_ArmTwice(t *testing.T) {
	second := strings.NewReplacer("hand", "other", ">l<", ">x<", ">r<", ">y<").Replace(anArm)
	c := mustRead(t, plugin(anArm+second), Classic)
	if c.Err() != nil || len(c.Arms) != 1 || c.Arms[0].Palm != "hand" || len(c.Arms[0].Links) != 2 {
		t.Errorf("%v, %v", c.Err(), c.Arms)
	}
	errs := 0
	for _, n := range c.Notes {
		if n.Severity == Error {
			errs++
		}
	}
	if errs != 1 || !strings.Contains(noteAbout(c, Error, `arm "arm"`), "defined twice") {
		t.Errorf("%v", c.Notes)
	}
}

func Test10_TwoPalms(t *testing.T) {
	c := mustRead(t, plugin(strings.Replace(anArm, "<gripper_link>", "<palm_link>q</palm_link><gripper_link>", 1)), Classic)
	if c.Arms[0].Palm != "hand" || !strings.Contains(noteAbout(c, Warn, `arm "arm"`), "2 palm_link tags") {
		t.Errorf("%v, %v", c.Arms, c.Notes)
	}
}

const urdfText = `<?xml version="1.0"?>
<robot name="ur5">
  <link name="wrist_3_link"><collision><geometry/></collision></link>
  <link name="ee_link"/>
  <link name="tip_l"><collision name="pad"/><collision/><collision name="third"/></link>
  <link name="tip_r"><collision/></link>
  <link name="cap"><collision/></link>
  <link name="bare"/>
  <joint name="ee" type="fixed"><parent link="wrist_3_link"/><child link="ee_link"/></joint>
  <joint name="cap" type="fixed"><parent link="tip_r"/><child link="cap"/></joint>
  <joint name="l" type="prismatic"><parent link="wrist_3_link"/><child link="tip_l"/></joint>
  <joint name="r" type="prismatic"><parent link="wrist_3_link"/><child link="tip_r"/></joint>
  <joint name="b" type="revolute"><parent link="tip_r"/><child link="bare"/></joint>
  <gazebo>%s</gazebo>
</robot>`

func urdfWith(palm string, links ...string) string {
	arm := "<arm><arm_name>arm</arm_name><palm_link>" + palm + "</palm_link>"
	for _, l := range links {
		arm += "<gripper_link>" + l + "</gripper_link>"
	}
	return fmt.Sprintf(urdfText, plugin(arm+"</arm>"))
}

func Test11_PalmOnFixedJoint(t *testing.T) {
	c := mustRead(t, urdfWith("ee_link", "tip_l", "tip_r"), Classic)
	if err := c.Err(); err == nil || !strings.Contains(err.Error(), `use "wrist_3_link"`) || !strings.Contains(err.Error(), "fixed joint") {
		t.Errorf("%v", err)
	}
	c = mustRead(t, urdfWith("wrist_3", "tip_l", "tip_r"), Classic)
	err := c.Err()
	for _, want := range []string{"wrist_3_link, tip_l, tip_r", `did you mean "wrist_3_link"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	c = mustRead(t, urdfWith("wrist_3_link", "tip_l", "tip_q", "bare", "tip_r"), Classic)
	if c.Err() != nil || len(c.Arms[0].Links) != 2 {
		t.Errorf("%v, %v", c.Err(), c.Arms)
	}
	if n := fmt.Sprint(c.Notes); !strings.Contains(n, `"tip_q" is not a link`) || !strings.Contains(n, `"bare" has no collision element`) {
		t.Errorf("%s", n)
	}
	if c := mustRead(t, urdfWith("canonical", "ur5::tip_l", "tip_r"), Classic); c.Err() != nil || len(c.Arms[0].Links) != 2 {
		t.Errorf("%v", c.Err())
	}
	// With the joint kept, the link exists.
	kept := strings.Replace(urdfWith("ee_link", "tip_l", "tip_r"), `<gazebo>`, `<gazebo reference="ee"><preserveFixedJoint>true</preserveFixedJoint></gazebo><gazebo>`, 1)
	if c := mustRead(t, kept, Classic); c.Err() != nil {
		t.Errorf("%v", c.Err())
	}
}

func Test12_CollisionsOfALink(t *testing.T) {
	c := mustRead(t, urdfWith("wrist_3_link", "tip_l", "tip_r"), Classic)
	f, err := New(c, nil, Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ur5::tip_l::pad", "ur5::tip_l::tip_l_collision_1", "ur5::tip_l::third", "ur5::tip_r::tip_r_collision", "ur5::tip_r::tip_r_fixed_joint_lump__cap_collision"} {
		if !f.Known(name) || f.body(f.ID(name, "")).finger < 0 {
			t.Errorf("%s is no finger", name)
		}
	}
	if n := len(f.fingers); n != 5 {
		t.Errorf("%d fingers", n)
	}
	if b := f.body(f.ID("ur5::wrist_3_link::wrist_3_link_collision", "")); b.finger >= 0 || !b.own {
		t.Errorf("%+v", b)
	}
}

func TestPluginInSDF(t *testing.T) {
	sdf := `<sdf version="1.6"><model name="hand"><link name="base"/><link name="l"><collision name="c0"/></link><link name="r"><collision name="c0"/></link>` +
		plugin(strings.Replace(anArm, " hand ", "base", 1)) + `</model></sdf>`
	c := mustRead(t, sdf, Default)
	if c.Err() != nil || c.Robot == nil || c.Robot.Links[1].Collisions[0] != "hand::l::c0" {
		t.Errorf("%v, %+v", c.Err(), c.Robot)
	}
}

func TestPluginInTheWrongPlace(t *testing.T) {
	// A plugin in a URDF must be inside <gazebo>.
	text := strings.NewReplacer("<gazebo>", "", "</gazebo>", "").Replace(urdfWith("wrist_3_link", "tip_l", "tip_r"))
	if c := mustRead(t, text, Classic); !strings.Contains(noteAbout(c, Warn, "plugin"), "not inside <gazebo>") {
		t.Errorf("%v", c.Notes)
	}
	two := strings.Replace(documented, "</gazebo>", plugin(anArm)+"</gazebo>", 1)
	if c := mustRead(t, two, Classic); !strings.Contains(noteAbout(c, Warn, "plugin"), "there are 2") {
		t.Errorf("%v", c.Notes)
	}
	if _, err := Read("file", []byte(`<robot name="x"><link name="l"/><gazebo><plugin filename="libother.so"/></gazebo></robot>`), ""); err == nil || !strings.Contains(err.Error(), "libother.so") {
		t.Errorf("%v", err)
	}
}

func TestYAML(t *testing.T) {
	c := mustRead(t, `
preset: fast
arms:
  - arm_name: left
    palm_link: hand
    gripper_link: [l, r]
  - {arm_name: right, palm_link: other, gripper_link: thumb}
forces_angle_tolerance: 110
disable_collisions_on_attach: true
release_vote: all
`, "")
	if c.Err() != nil || c.UpdateRate != 20 || c.Threshold != 1 || c.AngleDeg != 110 || !c.DisableCollisions || c.ReleaseVote != "all" || len(c.Arms) != 2 || c.Arms[1].Links[0] != "thumb" {
		t.Errorf("%v, %+v", c.Err(), c)
	}
	// The command line's preset wins over the file's.
	if c := mustRead(t, "preset: fast\narms: [{arm_name: a, palm_link: p, gripper_link: [l, r]}]\n", Classic); c.UpdateRate != 5 || c.ForcePool != "all" {
		t.Errorf("%+v", c.Params)
	}
	for text, want := range map[string]string{
		"update_rat: 5\n":                  "[1:1]",
		"update_rate: [1]\n":               "update_rate",
		"release_vote: some\n":             "release_vote",
		"arms: [{arm_nam: x}]\n":           "arm_nam",
		"preset: clasic\n":                 "did you mean classic",
		"arms: [{gripper_link: {a: 1}}]\n": "a name or a list",
		"max_grip_count: 2.5\n":            "not a whole number",
	} {
		if _, err := Read("a.yaml", []byte(text), ""); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.yaml") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestBadXML(t *testing.T) {
	deep := strings.Repeat("<a>", 1000)
	for text, kind := range map[string]fault.Kind{
		"<plugin><arm>": fault.Invalid, "<plugin><arm></plugin>": fault.Invalid, deep: fault.TooLarge, "<robot/>": fault.NotFound, "<\x00": fault.Invalid,
		`<?xml version="1.0" encoding="koi8-r"?><plugin/>`: fault.Invalid,
		`<robot name="x"><link name="a"/><link name="b"/><joint type="fixed"><parent link="a"/><child link="b"/></joint><joint type="fixed"><parent link="b"/><child link="a"/></joint>` + documented + `</robot>`: fault.Invalid,
	} {
		if _, err := Read("r.urdf", []byte(text), ""); fault.KindOf(err) != kind || !strings.HasPrefix(err.Error(), "r.urdf") {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(documented))
	f.Add([]byte(urdfWith("ee_link", "tip_l")))
	f.Add([]byte("preset: fast\narms: [{arm_name: a, palm_link: p, gripper_link: [l, r]}]\n"))
	f.Add([]byte(plugin(anArm + `<update_rate>1e999</update_rate><max_grip_count>99999999999999999999</max_grip_count>`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Read("fuzz", text, "")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		if c.Err() != nil {
			return
		}
		fx, err := New(c, nil, Hooks{})
		if err != nil {
			t.Fatalf("accepted, and refused by New: %v", err)
		}
		fx.Contact(&Contact{T: 1, Object: fx.ID("o", ""), Finger: fx.ID(c.Arms[0].Links[0], ""), Points: 1})
		fx.Advance(2, 0)
	})
}
