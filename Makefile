# make demo   pick a generated table of everyday objects
# make test   everything a change must pass; installs what it needs (Debian, as root) or says what to install
# make lint   formatting, vet, staticcheck and the structure rules alone
# make bench  benchmarks of every package
# make soak   everything running as in a lab, faults injected from a seed, for SOAKTIME (default 30m); out/soak/soak.html tells
# make soak-ros  a ROS graph disturbed for SOAKTIME (10m is plenty), under the race detector
# make soak-hand  100 million cycles of the hand's loop over a simulated board, every invariant checked (CYCLES)
# make day    the grasp fix over 24 h of simulated contacts at 1 kHz, and other long tests of it
# make fuzz   each fuzz target for FUZZTIME (default 60s)

GO       ?= go
FUZZTIME ?= 60s
SOAKTIME ?= 30m
CYCLES   ?= 100000000
TESTDEPS := gcc libc6-dev
# ROS 1 peers of the node, the master, actions and transforms
TESTDEPS += g++ pkg-config python3-roslaunch python3-rosmaster python3-rospy python3-rostopic python3-rosservice python3-rosnode \
            python3-rosparam python3-rosbag python3-actionlib python3-tf2-ros python3-tf2-msgs python3-std-msgs python3-std-srvs \
            python3-geometry-msgs python3-sensor-msgs python3-visualization-msgs python3-shape-msgs python3-trajectory-msgs python3-actionlib-msgs python3-gencpp ros-message-generation libroscpp-dev \
            libactionlib-dev libstd-msgs-dev libstd-srvs-dev libsensor-msgs-dev libgeometry-msgs-dev
# independent readers and writers of ROS messages
TESTDEPS += python3-genpy python3-genmsg libactionlib-msgs-dev ros-std-msgs ros-std-srvs ros-geometry-msgs ros-sensor-msgs \
            ros-shape-msgs ros-stereo-msgs ros-visualization-msgs ros-diagnostic-msgs ros-trajectory-msgs ros-rosgraph-msgs ros-tf2-msgs ros-roscpp-msg
# the page in a browser
TESTDEPS += chromium fonts-liberation
# the database of a lab
TESTDEPS += postgresql
NPMDEPS  := ros/dynamic/testdata/foxglove ros/bag/testdata/foxglove ros/bridge/testdata/roslib examples/mujoco web

.PHONY: soak-short all build demo deps lint test bench bench-messages bench-mujoco bench-pubsub soak soak-ros soak-hand day bench-register bench-db bench-segment fuzz dist dist-check dist-reproducible vuln cold clean
all: build

# The same results as on amd64: see scripts/dist.sh.
ifeq ($(shell $(GO) env GOARCH),arm64)
GCFLAGS := all=-d=fmahash=qn
endif

build:
	CGO_ENABLED=0 $(GO) build -trimpath -gcflags=$(GCFLAGS) -o bin/holdfast ./cmd/holdfast

demo: build
	bin/holdfast demo

deps:
	scripts/deps.sh $(TESTDEPS)
	scripts/npm.sh $(NPMDEPS)

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "gofmt -w these files:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test ./internal/house

# What the scripts run is mostly one goroutine that simulates, and ten times slower under the race detector: they go without it.
SCRIPTS := ^(TestScript|TestGuides|TestWebPage)$$

# HOLDFAST_PEERS makes a missing peer a failure instead of a skipped test.
test: export HOLDFAST_PEERS := 1
test: deps lint vuln
	CGO_ENABLED=0 $(GO) build ./...
	CGO_ENABLED=1 $(GO) test -race -timeout 20m $$($(GO) list ./... | grep -v '/cmd/holdfast$$')
	CGO_ENABLED=1 $(GO) test -race -timeout 20m -skip '$(SCRIPTS)' ./cmd/holdfast
	$(GO) test -timeout 20m -run '$(SCRIPTS)' ./cmd/holdfast
	$(GO) test -run 'Alloc' -timeout 10m ./...

# Everything at once with faults, for 20 s.
soak-short:
	HOLDFAST_SOAK_SHORT=1 $(GO) test -count=1 -run TestShort ./bench/soak

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Messages against roscpp, in one run.
bench-messages:
	scripts/deps.sh g++ libroscpp-dev libsensor-msgs-dev python3-gencpp
	$(GO) run ./bench/messages

# The two-finger hold against MuJoCo, in one run.
bench-mujoco:
	scripts/deps.sh gcc libc6-dev libmujoco-dev nodejs
	scripts/npm.sh examples/mujoco
	$(GO) run ./bench/mujoco

# Publish and subscribe against roscpp, in every pairing, in one run.
bench-pubsub:
	scripts/deps.sh g++ pkg-config libroscpp-dev libstd-msgs-dev libsensor-msgs-dev
	$(GO) run ./bench/pubsub

soak: build
	$(GO) build -o bin/soak ./bench/soak
	bin/soak -time $(SOAKTIME) -dir out/soak

soak-ros:
	HOLDFAST_SOAK=$(SOAKTIME) CGO_ENABLED=1 $(GO) test -race -timeout 24h -v -run '^TestSoak$$' ./ros

soak-hand:
	HOLDFAST_CYCLES=$(CYCLES) GOMAXPROCS=1 $(GO) test -timeout 24h -v -run '^TestInvariants$$' ./sim

day:
	HOLDFAST_DAY=1 $(GO) test -timeout 1h -v -run '^(TestALongDay|TestS3_SustainedContacts)$$' ./graspfix ./graspfix/stream

# Alignment of clouds against PCL, in one run.
bench-register:
	scripts/deps.sh g++ libpcl-dev
	$(GO) run ./bench/register

# The memory with 100,000 attempts of eight writers, in SQLite and PostgreSQL.
bench-db:
	scripts/deps.sh postgresql
	HOLDFAST_ATTEMPTS=100000 $(GO) test -run '^TestManyWriters$$' -count 1 -timeout 60m -v ./graspdb

# Segmentation of table scenes against PCL, in one run; more organised PCD files as SCENES="a.pcd b.pcd".
bench-segment:
	scripts/deps.sh g++ libpcl-dev
	$(GO) run ./bench/segment $(SCENES)

# Every fuzz target in the tree, one after the other (go test fuzzes one at a time).
fuzz:
	@set -e; for f in $$(git grep -l '^func Fuzz' -- '*_test.go'); do \
	  for t in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' $$f); do \
	    echo "== $$t in $$(dirname $$f)"; $(GO) test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) ./$$(dirname $$f); \
	  done; done

# A release into dist/: static binaries, Debian packages, bill of materials. VERSION=1.2.3 names it.
dist:
	scripts/dist.sh $(VERSION)

# The Debian package installed, run as its service's user, asked with rostopic, and removed. As root, on a machine that may be changed.
dist-check: dist
	packaging/check.sh

# Two builds from two clones in two folders, compared byte for byte; prints the sums.
dist-reproducible:
	scripts/reproducible.sh $(VERSION)

# Known vulnerabilities of what is linked. Where their database cannot be reached it says so, and fails under VULN=required.
vuln:
	scripts/vuln.sh

# From a clone with empty caches to a held object, timed.
cold:
	scripts/cold.sh

clean:
	rm -rf bin out dist
