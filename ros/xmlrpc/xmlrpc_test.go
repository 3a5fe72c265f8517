package xmlrpc

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/holdfast-robotics/holdfast/fault"
	"pgregory.net/rapid"
)

func TestRoundTrip(t *testing.T) {
	want := []any{
		0, -1, math.MaxInt32, math.MinInt32, true, false, "", " a <b> & \"c\" \r\n\tü 漢 ", 0.1, 1e300, math.Inf(1), math.Inf(-1), 5e-324,
		time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), []byte{0, 1, 255}, []any{}, map[string]any{},
		[]any{1, []any{"x", map[string]any{"k<": []any{}}}}, map[string]any{"": 1, "b": map[string]any{"c": 2.5}},
	}
	body, err := AppendCall(nil, "a.b/c_1", want...)
	if err != nil {
		t.Fatal(err)
	}
	method, got, err := ParseCall(body)
	if err != nil || method != "a.b/c_1" {
		t.Fatalf("%q %v", method, err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	body, err = AppendResponse(nil, want)
	if err != nil {
		t.Fatal(err)
	}
	res, err := ParseResponse(body)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(any(want), res); d != "" {
		t.Error(d)
	}
}

func TestFaultRoundTrip(t *testing.T) {
	_, err := ParseResponse(AppendFault(nil, &Fault{-3, "no\x00 <way>"}))
	var f *Fault
	if !errors.As(err, &f) || f.Code != -3 || f.String != "no\uFFFD <way>" {
		t.Errorf("%v", err)
	}
}

func genValue(depth int) *rapid.Generator[any] {
	text := rapid.StringOf(rapid.RuneFrom([]rune("ab<>&'\"\r\n\t ]]>é漢😀")))
	gens := []*rapid.Generator[any]{
		rapid.Map(rapid.Int32(), func(n int32) any { return int(n) }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(text, func(s string) any { return s }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return b }),
	}
	if depth > 0 {
		gens = append(gens,
			rapid.Map(rapid.SliceOfN(genValue(depth-1), 0, 5), func(l []any) any { return l }),
			rapid.Map(rapid.MapOfN(text, genValue(depth-1), 0, 5), func(m map[string]any) any { return m }))
	}
	return rapid.OneOf(gens...)
}

func TestRoundTripRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genValue(3).Draw(t, "value")
		body, err := AppendResponse(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseResponse(body)
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); d != "" {
			t.Fatal(d)
		}
	})
}

// What other implementations send and ours must read.
func TestTolerance(t *testing.T) {
	wrap := func(v string) string {
		return "<methodResponse>\n <params>\n<param>" + v + "</param></params></methodResponse>"
	}
	for in, want := range map[string]any{
		wrap("<value>plain</value>"):                                                  "plain",
		wrap("<value> plain </value>"):                                                " plain ",
		wrap("<value></value>"):                                                       "",
		wrap("<value/>"):                                                              "",
		wrap("<value><string/></value>"):                                              "",
		wrap("<value><nil/></value>"):                                                 nil,
		wrap("<value><ex:nil/></value>"):                                              nil,
		wrap("<value>\n<i4> 7\n</i4></value>"):                                        7,
		wrap("<value><i8>9007199254740993</i8></value>"):                              9007199254740993,
		wrap("<value><int>+7</int></value>"):                                          7,
		wrap("<value><double>nan</double></value>"):                                   math.NaN(),
		wrap("<value><double>1e999</double></value>"):                                 math.Inf(1),
		wrap("<value><string>a<!-- b -->c<![CDATA[<d>&]]>e</string></value>"):         "ac<d>&e",
		wrap("<value><string>&#233;&#xe9;&amp;lt;</string></value>"):                  "éé&lt;",
		wrap("<value><string>a\r\nb\rc</string></value>"):                             "a\nb\nc",
		wrap("<value><base64>\nAAH\n/</base64></value>"):                              []byte{0, 1, 255},
		wrap("<value><dateTime.iso8601>20260203T04:05:06</dateTime.iso8601></value>"): time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC),
		wrap("<value><array><data/></array></value>"):                                 []any{},
		"<?xml version='1.0' encoding=\"utf-8\"?><!-- x -->\n" + wrap("<value a='>' b=\"/\"><boolean>1</boolean></value>") + "\n<!-- -->\n": true,
	} {
		got, err := ParseResponse([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
		} else if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s: %s", in, d)
		}
	}
	if m, args, err := ParseCall([]byte("<methodCall><methodName> a </methodName></methodCall>")); m != "a" || args != nil || err != nil {
		t.Error(m, args, err)
	}
}

func TestBadInput(t *testing.T) {
	deep := func(n int) string {
		return strings.Repeat("<value><array><data>", n) + strings.Repeat("</data></array></value>", n)
	}
	call := func(v string) string {
		return "<methodCall><methodName>m</methodName><params><param>" + v + "</param></params></methodCall>"
	}
	good := call("<value><struct><member><name>a</name><value><int>1</int></value></member></struct></value>")
	if _, _, err := ParseCall([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for n := range len(good) { // every truncation is an error
		if _, _, err := ParseCall([]byte(good[:n])); err == nil {
			t.Errorf("no error when cut after %d bytes: %s", n, good[:n])
		}
	}
	if _, _, err := ParseCall([]byte(call(deep(MaxDepth)))); err != nil {
		t.Error("the allowed depth:", err)
	}
	for in, kind := range map[string]fault.Kind{
		"": fault.Truncated,
		`<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + good:   fault.Invalid,
		call("<value>&b;</value>"):                                       fault.Invalid,
		call("<value>& </value>"):                                        fault.Invalid,
		call("<value>&#0;</value>"):                                      fault.Invalid,
		call("<value>&#xD800;</value>"):                                  fault.Invalid,
		call("<value>\x01</value>"):                                      fault.Invalid,
		call("<value>\xff</value>"):                                      fault.Invalid,
		call("<value>x<int>1</int></value>"):                             fault.Invalid,
		call("<value><int>1</int>x</value>"):                             fault.Invalid,
		call("<value><int></int></value>"):                               fault.Invalid,
		call("<value><int>0x1</int></value>"):                            fault.Invalid,
		call("<value><int>2147483648</int></value>"):                     fault.Invalid,
		call("<value><int>1</i4></value>"):                               fault.Invalid,
		call("<value><double>0x1p3</double></value>"):                    fault.Invalid,
		call("<value><boolean>2</boolean></value>"):                      fault.Invalid,
		call("<value><base64>AAA</base64></value>"):                      fault.Invalid,
		call("<value><blob>AAA</blob></value>"):                          fault.Invalid,
		call("<value><array><value/></array></value>"):                   fault.Invalid,
		call("<value><struct><name>a</name></struct></value>"):           fault.Invalid,
		call("<value><dateTime.iso8601>2026</dateTime.iso8601></value>"): fault.Invalid,
		call("<value><struct><member><name>a</name><value/></member><member><name>a</name><value/></member></struct></value>"): fault.Invalid,
		call(deep(MaxDepth + 1)): fault.TooLarge,
		call(deep(1e5)):          fault.TooLarge,
		good + "x":               fault.Invalid,
		good + "<a/>":            fault.Invalid,
		"<methodCall><methodName>a b</methodName></methodCall>": fault.Invalid,
		"<methodCall><methodName/></methodCall>":                fault.Invalid,
		"<methodResponse><params/></methodResponse>":            fault.Invalid,
	} {
		_, _, err := ParseCall([]byte(in))
		if fault.KindOf(err) != kind {
			t.Errorf("%.100s: %v, want kind %v", in, err, kind)
		}
	}
	for _, in := range []string{
		"<methodResponse><params/></methodResponse>",
		"<methodResponse><fault><value><int>1</int></value></fault></methodResponse>",
		"<methodResponse><fault><value><struct><member><name>faultString</name><value/></member></struct></value></fault></methodResponse>",
		"<methodResponse></methodResponse>",
	} {
		if _, err := ParseResponse([]byte(in)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	var nested any = []any{}
	for range MaxDepth + 1 {
		nested = []any{nested}
	}
	for _, v := range []any{nil, math.MaxInt32 + 1, "\x00", "\xff", struct{}{}, []any{nil}, map[string]any{"a": nil}, map[string]any{"\x01": 1}, nested} {
		if _, err := AppendResponse(nil, v); err == nil {
			t.Errorf("%T %.20v encoded", v, v)
		}
		if _, err := AppendCall(nil, "m", v); err == nil {
			t.Errorf("%T %.20v encoded", v, v)
		}
	}
	if _, err := AppendCall(nil, "a b"); err == nil {
		t.Error("method name")
	}
}

func FuzzParse(f *testing.F) {
	body, _ := AppendCall(nil, "m", 1, "a&b", []any{true, 1.5, []byte("x")}, map[string]any{"k": "v"})
	f.Add(body)
	f.Add(AppendFault(nil, &Fault{1, "x"}))
	f.Add([]byte("<methodResponse><params><param><value>a<![CDATA[b]]><!-- c -->&#65;</value></param></params></methodResponse>"))
	f.Add([]byte("<methodCall><methodName>m</methodName><params><param><value><dateTime.iso8601>20260203T04:05:06</dateTime.iso8601></value></param></params></methodCall>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		// What is read must survive being written and read again, where it can be written at all.
		if method, args, err := ParseCall(body); err == nil {
			if again, err := AppendCall(nil, method, args...); err == nil {
				_, args2, err := ParseCall(again)
				if err != nil {
					t.Fatalf("%v: %s", err, again)
				}
				if d := cmp.Diff(args, args2, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); d != "" {
					t.Fatal(d)
				}
			}
		}
		_, _ = ParseResponse(body)
	})
}

func BenchmarkParseCall(b *testing.B) {
	body, err := AppendCall(nil, "registerPublisher", "/talker", "/chatter", "std_msgs/String", "http://127.0.0.1:40001/")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ParseCall(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseDescription(b *testing.B) { // a robot description of 1 MB, as one string
	body, err := AppendResponse(nil, strings.Repeat("<link name=\"arm\">&\n", 50000))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseResponse(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendCall(b *testing.B) {
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if buf, err = AppendCall(buf[:0], "registerPublisher", "/talker", "/chatter", "std_msgs/String", "http://127.0.0.1:40001/"); err != nil {
			b.Fatal(err)
		}
	}
}
