// Encodes and decodes the messages of the comparison with roscpp, into and from memory that is reused, and prints
// "name encode_ns decode_ns copy_ns" lines: the best of several batches.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include <pr2_controllers_msgs/JointControllerState.h>
#include <ros/serialization.h>
#include <sensor_msgs/JointState.h>
#include <sensor_msgs/PointCloud2.h>

namespace {

using Clock = std::chrono::steady_clock;

// used keeps the compiler from leaving out work whose result nobody reads.
void used(void* p) { asm volatile("" : : "r"(p) : "memory"); }

template <class F>
double best(int batches, int n, F f) {
  double least = 1e18;
  for (int i = 0; i < batches; i++) {
    auto start = Clock::now();
    for (int j = 0; j < n; j++) f();
    least = std::min(least, std::chrono::duration<double, std::nano>(Clock::now() - start).count() / n);
  }
  return least;
}

template <class M>
void run(const char* name, const M& m, int batches, int n) {
  namespace rs = ros::serialization;
  uint32_t size = rs::serializationLength(m);
  std::vector<uint8_t> buffer(size), target(size);
  // as roscpp does for every message that is published: length, then content
  double encode = best(batches, n, [&] {
    uint32_t length = rs::serializationLength(m);
    rs::OStream s(buffer.data(), length);
    rs::serialize(s, m);
    used(buffer.data());
  });
  M into;
  double decode = best(batches, n, [&] {
    rs::IStream s(buffer.data(), size);
    rs::deserialize(s, into);
    used(&into);
  });
  double copy = best(batches, n, [&] {
    std::memcpy(target.data(), buffer.data(), size);
    used(target.data());
  });
  std::printf("%s %.3f %.3f %.3f\n", name, encode, decode, copy);
}

}  // namespace

int main() {
  sensor_msgs::PointCloud2 cloud;
  cloud.header.frame_id = "camera_rgb_optical_frame";
  cloud.height = 480;
  cloud.width = 640;
  const char* names[] = {"x", "y", "z", "rgb"};
  for (int i = 0; i < 4; i++) {
    sensor_msgs::PointField f;
    f.name = names[i];
    f.offset = i < 3 ? 4 * i : 16;
    f.datatype = sensor_msgs::PointField::FLOAT32;
    f.count = 1;
    cloud.fields.push_back(f);
  }
  cloud.point_step = 32;
  cloud.row_step = 32 * 640;
  cloud.data.resize(32 * 640 * 480, 7);
  cloud.is_dense = true;
  run("PointCloud2", cloud, 15, 20);

  sensor_msgs::JointState joints;
  joints.header.frame_id = "base_link";
  for (int i = 0; i < 20; i++) {
    char name[32];
    std::snprintf(name, sizeof name, "r_arm_joint_number_%02d", i);
    joints.name.push_back(name);
    joints.position.push_back(i);
    joints.velocity.push_back(i);
    joints.effort.push_back(i);
  }
  run("JointState", joints, 15, 200000);

  pr2_controllers_msgs::JointControllerState state;
  state.header.frame_id = "base_link";
  state.set_point = 1;
  state.process_value = 2;
  run("JointControllerState", state, 15, 2000000);
}
