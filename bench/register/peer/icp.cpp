// Aligns SOURCE to TARGET with PCL's point-to-plane ICP, with the target's normals in the time, and prints
// "milliseconds r00 r01 r02 x r10 ... z" for the best of ROUNDS.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <pcl/features/normal_3d.h>
#include <pcl/io/pcd_io.h>
#include <pcl/registration/icp.h>
#include <pcl/search/kdtree.h>

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: icp SOURCE TARGET ROUNDS\n");
    return 2;
  }
  using Cloud = pcl::PointCloud<pcl::PointNormal>;
  Cloud::Ptr source(new Cloud), target(new Cloud);
  if (pcl::io::loadPCDFile(argv[1], *source) < 0 || pcl::io::loadPCDFile(argv[2], *target) < 0) return 1;
  double best = 1e300;
  Eigen::Matrix4f pose;
  for (int k = 0; k < std::atoi(argv[3]); ++k) {
    const auto begin = std::chrono::steady_clock::now();
    pcl::NormalEstimation<pcl::PointNormal, pcl::PointNormal> normals;
    normals.setInputCloud(target);
    normals.setSearchMethod(pcl::search::KdTree<pcl::PointNormal>::Ptr(new pcl::search::KdTree<pcl::PointNormal>));
    normals.setKSearch(12);
    normals.compute(*target);
    pcl::IterativeClosestPointWithNormals<pcl::PointNormal, pcl::PointNormal> icp;
    icp.setInputSource(source);
    icp.setInputTarget(target);
    icp.setMaximumIterations(50);
    icp.setTransformationEpsilon(1e-9);
    Cloud out;
    icp.align(out);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (ms < best) best = ms;
    pose = icp.getFinalTransformation();
  }
  std::printf("%g", best);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) std::printf(" %.9g", pose(r, c));
  std::printf("\n");
}
