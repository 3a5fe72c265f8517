// Euclidean clusters of the points of FILE... with PCL: clusters TOLERANCE FILE... prints for each file the number of points and then,
// for each point in the order of the file, a number that points of one cluster have in common.
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include <pcl/io/pcd_io.h>
#include <pcl/search/kdtree.h>
#include <pcl/segmentation/extract_clusters.h>

using Point = pcl::PointXYZ;

int main(int argc, char** argv) {
  for (int f = 2; f < argc; ++f) {
    pcl::PointCloud<Point>::Ptr cloud(new pcl::PointCloud<Point>);
    if (pcl::io::loadPCDFile(argv[f], *cloud) < 0) return 1;
    pcl::EuclideanClusterExtraction<Point> ec;
    pcl::search::KdTree<Point>::Ptr tree(new pcl::search::KdTree<Point>);
    tree->setInputCloud(cloud);
    ec.setSearchMethod(tree);
    ec.setClusterTolerance(std::atof(argv[1]));
    ec.setMinClusterSize(1);
    ec.setMaxClusterSize(std::numeric_limits<int>::max());
    ec.setInputCloud(cloud);
    std::vector<pcl::PointIndices> found;
    ec.extract(found);
    std::vector<int> label(cloud->size(), -1);
    for (size_t k = 0; k < found.size(); ++k)
      for (int i : found[k].indices) label[i] = int(k);
    std::printf("%zu\n", label.size());
    for (int l : label) std::printf("%d\n", l);
  }
}
