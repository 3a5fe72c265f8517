// The roscpp side of bench/pubsub: peer ROLE TEST COUNT, with the same roles and tests as roles.go.
#include <ros/callback_queue.h>
#include <ros/ros.h>
#include <sensor_msgs/PointCloud2.h>
#include <std_msgs/UInt64.h>
#include <algorithm>
#include <time.h>
#include <vector>

static uint64_t now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return uint64_t(t.tv_sec) * 1000000000u + t.tv_nsec;
}

static uint64_t count, got, first, last, acked;
static std::vector<double> delays;
static ros::Publisher ack;

static void small(const std_msgs::UInt64::ConstPtr& m) {
  last = now();
  if (got++ == 0) first = last;
}
static void cloud(const sensor_msgs::PointCloud2::ConstPtr& m) {
  last = now();
  if (got++ == 0) first = last;
  std_msgs::UInt64 a;
  a.data = got;
  ack.publish(a);
}
static void delay(const std_msgs::UInt64::ConstPtr& m) {
  uint64_t t = last = now();
  if (got++ == 0) first = t;
  delays.push_back(1e-3 * (t - m->data));
}
static void acks(const std_msgs::UInt64::ConstPtr& m) { acked = m->data; }

int main(int argc, char** argv) {
  std::string role = argv[1], test = argv[2];
  count = atoll(argv[3]);
  ros::init(argc, argv, "cpp_" + role, ros::init_options::NoRosout);
  ros::NodeHandle n;
  ros::TransportHints hints = ros::TransportHints().tcpNoDelay();
  if (role == "sub") {
    ros::Subscriber s;
    if (test == "small") s = n.subscribe("data", 0, small, hints);
    if (test == "latency") s = n.subscribe("data", 0, delay, hints);
    if (test == "cloud") {
      ack = n.advertise<std_msgs::UInt64>("ack", 100);
      s = n.subscribe("data", 0, cloud, hints);
    }
    uint64_t seen = 0, since = now();
    while (ros::ok() && got < count) {
      ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(0.1));
      if (got != seen) seen = got, since = now();
      if (now() - since > (got ? 2000000000ull : 20000000000ull)) break;
    }
    std::sort(delays.begin(), delays.end());
    double p50 = delays.empty() ? 0 : delays[delays.size() / 2], p99 = delays.empty() ? 0 : delays[delays.size() * 99 / 100];
    printf("%llu %.9f %.3f %.3f\n", (unsigned long long)got, 1e-9 * (last - first), p50, p99);
    return 0;
  }
  ros::Publisher p = test == "cloud" ? n.advertise<sensor_msgs::PointCloud2>("data", 0) : n.advertise<std_msgs::UInt64>("data", 0);
  ros::Subscriber a = n.subscribe("ack", 100, acks, hints);
  while (ros::ok() && (p.getNumSubscribers() == 0 || (test == "cloud" && a.getNumPublishers() == 0))) usleep(1000);
  usleep(200000);
  if (test == "small") {
    std_msgs::UInt64 m;
    for (uint64_t i = 0; i < count; i++) m.data = i, p.publish(m);
  } else if (test == "cloud") {
    sensor_msgs::PointCloud2 m;
    m.height = 1, m.width = 10000000 / 32, m.point_step = 32, m.row_step = 10000000, m.data.assign(10000000, 7);
    for (uint64_t i = 0; i < count; i++) {
      while (i >= acked + 4) ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(0.1));
      p.publish(m);
    }
  } else {
    std_msgs::UInt64 m;
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    for (uint64_t i = 0; i < count; i++) {
      if ((t.tv_nsec += 1000000) >= 1000000000) t.tv_nsec -= 1000000000, t.tv_sec++;
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr);
      m.data = now(), p.publish(m);
    }
  }
  while (ros::ok() && p.getNumSubscribers() > 0) usleep(10000);
}
