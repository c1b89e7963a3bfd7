package hook

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCommands(t *testing.T) {
	file := func(path string, lines ...int) look {
		l := look{file: path}
		if len(lines) == 2 {
			l.first, l.last = lines[0], lines[1]
		}
		return l
	}
	for _, tt := range []struct {
		command string
		want    []look
	}{
		{"cat a.go", []look{file("/src/a.go")}},
		{"cat -n 'my file.go' \"b.go\" /etc/hosts", []look{file("/src/my file.go"), file("/src/b.go"), file("/etc/hosts")}},
		{"cat a.go b.go c.go d.go", []look{file("/src/a.go"), file("/src/b.go"), file("/src/c.go")}},
		{"cat a.go | head -20", []look{file("/src/a.go")}},
		{"head -n 40 a.go", []look{file("/src/a.go", 1, 40)}},
		{"head -40 a.go", []look{file("/src/a.go", 1, 40)}},
		{"head a.go", []look{file("/src/a.go", 1, 10)}},
		{"tail -n 5 a.go", []look{file("/src/a.go")}},
		{"sed -n '10,20p' a.go", []look{file("/src/a.go", 10, 20)}},
		{"sed -n 10p a.go", []look{file("/src/a.go", 10, 10)}},
		{"sed -n '10,$p' a.go", []look{{file: "/src/a.go", first: 10}}},
		{"sed -i s/a/b/ a.go", nil},
		{"sed -n /foo/p a.go", nil},
		{"cd pkg && cat a.go", []look{file("/src/pkg/a.go")}},
		{"cd /other; cat a.go", []look{file("/other/a.go")}},
		{"cd $HOME && cat a.go", nil},
		{"cat ~/a.go", nil},
		{"cat *.go", nil},
		{"cat \"$FILE\"", nil},
		{"LC_ALL=C cat a.go", []look{file("/src/a.go")}},
		{"/bin/cat a.go 2>/dev/null", []look{file("/src/a.go")}},
		{"cat < a.go", nil},
		{"cat a.go > copy.go", []look{file("/src/a.go")}},
		{"cat a.go &> /dev/null", []look{file("/src/a.go")}},
		{"bash -lc \"sed -n '1,5p' a.go\"", []look{file("/src/a.go", 1, 5)}},
		{"bash -c 'bash -c \"bash -c \\\"bash -c cat\\\"\"'", nil},
		{"grep -rn foo .", []look{{pattern: "foo"}}},
		{"grep -rn -i \"foo\\|bar\" src", []look{{pattern: `foo\|bar`, anyCase: true}}},
		{"grep -n 'end$' a.go", []look{{pattern: "end$"}}},
		{"grep \"end$\" a.go", []look{{pattern: "end$"}}},
		{"grep -A 3 -e foo --regexp=bar x", []look{{pattern: "foo"}, {pattern: "bar"}}},
		{"rg --type go -C2 'func (\\w+)' pkg", []look{{pattern: `func (\w+)`}}},
		{"rg --files | grep server", []look{{pattern: "server"}}},
		{"git grep -n Foo -- pkg", []look{{pattern: "Foo"}}},
		{"git log --grep Foo", nil},
		{"grep $X a.go", nil},
		{"find . -name '*Server*.go' -type f", []look{{name: "*Server*.go"}}},
		{"find . -name '*.go' -exec rm {} +", nil},
		{"fd -e go Server", []look{{name: "Server"}}},
		{"go test ./... # cat a.go", nil},
		{"ls -la && make && ./run", nil},
		{"cat $(ls)", nil},
		{"cat `ls`", nil},
		{"cat <<EOF\ncat a.go\nEOF", nil},
		{"cat <(ls)", nil},
		{"(cat a.go)", nil},
		{"cat 'a.go", nil},
		{"cat a.go >", nil},
		{"cat a.go \\", nil},
		{"", nil},
		{" ; ; | & ", nil},
		{"''", nil},
		{"head -n '' ''", nil},
	} {
		got := limited(shellLooks("/src", tt.command, 0))
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(look{}), equateEmpty); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.command, diff)
		}
	}
}

var equateEmpty = cmp.FilterValues(func(x, y []look) bool { return len(x)+len(y) == 0 }, cmp.Ignore())

func TestAlternatives(t *testing.T) {
	for pattern, want := range map[string]string{
		"Start":                         "Start",
		`Start\|Stop`:                   "Start Stop",
		`(Start|Stop)\(`:                "Start Stop",
		`^func Start\(`:                 "Start",
		`func \(s \*Server\) Start`:     "Start",
		`func \(.*\) Start\(`:           "Start",
		`\bretry_backoff\b`:             "retry_backoff",
		`class\s+Server`:                "Server",
		`s\.Start\(`:                    "s.Start",
		`\.Start\(`:                     "Start",
		"std::vector":                   "std::vector",
		"Start|Start|x|[a-z]+|TODO fix": "Start",
		`"quoted"`:                      "",
		"if err != nil":                 "",
		"":                              "",
		"größe":                         "größe",
	} {
		if got := strings.Join(alternatives(pattern), " "); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	if n := len(alternatives(strings.Repeat("Name|", 5) + manyNames())); n != mostSegments {
		t.Errorf("%d alternatives of many", n)
	}
}

func manyNames() string {
	var names []string
	for c := 'a'; c <= 'z'; c++ {
		names = append(names, "name"+string(c))
	}
	return strings.Join(names, "|")
}

func TestStem(t *testing.T) {
	for pattern, want := range map[string]string{
		"**/*Server*.go": "Server", "server.go": "server", "src/**/*.ts": "", "*": "", "a?.go": "", "*_test.go": "_test", "{a,b}.go": "",
	} {
		if got := stem(pattern); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for prompt, want := range map[string]string{
		"Why does Server.Start fail?":                       "Server.Start",
		"see `retry` and parseConfig(), not README or HTTP": "retry parseConfig",
		"snake_case, but in/a/fooBar/path no":               "snake_case",
		"call main() then stop":                             "main",
		"It is done.\nNext one":                             "",
		"an iPhone, e.g. that of a user@fooBar.org":         "iPhone",
	} {
		if got := strings.Join(names(prompt), " "); got != want {
			t.Errorf("%s: %q, want %q", prompt, got, want)
		}
	}
}
