// Segments the table scenes FILE... with PCL, ROUNDS times each, and prints for every way and file
// "way file milliseconds objects" and one line "x y z points" an object. Reading the file is not in the time.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <pcl/features/integral_image_normal.h>
#include <pcl/filters/extract_indices.h>
#include <pcl/filters/voxel_grid.h>
#include <pcl/io/pcd_io.h>
#include <pcl/search/kdtree.h>
#include <pcl/segmentation/euclidean_cluster_comparator.h>
#include <pcl/segmentation/extract_clusters.h>
#include <pcl/segmentation/extract_polygonal_prism_data.h>
#include <pcl/segmentation/lccp_segmentation.h>
#include <pcl/segmentation/organized_connected_component_segmentation.h>
#include <pcl/segmentation/organized_multi_plane_segmentation.h>
#include <pcl/segmentation/sac_segmentation.h>
#include <pcl/segmentation/supervoxel_clustering.h>
#include <pcl/surface/convex_hull.h>

using Point = pcl::PointXYZRGBA;
using Cloud = pcl::PointCloud<Point>;

struct Object { double x = 0, y = 0, z = 0; int n = 0; };
using Objects = std::vector<Object>;

static Object middle(const Cloud& c, const std::vector<int>& indices) {
  Object o;
  for (int i : indices) { o.x += c[i].x; o.y += c[i].y; o.z += c[i].z; }
  o.n = int(indices.size());
  o.x /= o.n; o.y /= o.n; o.z /= o.n;
  return o;
}

// Plane by RANSAC, hull, what stands over it, Euclidean clusters; on voxels of the given side, 0 for all points.
static pcl::PointIndices::Ptr over(const Cloud::Ptr& cloud) {
  pcl::SACSegmentation<Point> sac;
  sac.setOptimizeCoefficients(true);
  sac.setModelType(pcl::SACMODEL_PLANE);
  sac.setMethodType(pcl::SAC_RANSAC);
  sac.setDistanceThreshold(0.01);
  sac.setMaxIterations(200);
  sac.setInputCloud(cloud);
  pcl::PointIndices::Ptr plane(new pcl::PointIndices), prism(new pcl::PointIndices);
  pcl::ModelCoefficients k;
  sac.segment(*plane, k);
  if (plane->indices.size() < 3) return prism;
  Cloud::Ptr hull(new Cloud);
  pcl::ConvexHull<Point> chull;
  chull.setInputCloud(cloud);
  chull.setIndices(plane);
  chull.setDimension(2);
  chull.reconstruct(*hull);
  pcl::ExtractPolygonalPrismData<Point> extract;
  extract.setInputCloud(cloud);
  extract.setInputPlanarHull(hull);
  extract.setHeightLimits(0.01, 0.5);
  extract.segment(*prism);
  return prism;
}

static Objects clusters(const Cloud::Ptr& all, float voxel) {
  Cloud::Ptr cloud(new Cloud);
  if (voxel > 0) {
    pcl::VoxelGrid<Point> grid;
    grid.setLeafSize(voxel, voxel, voxel);
    grid.setInputCloud(all);
    grid.filter(*cloud);
  } else {
    for (const Point& p : *all) if (std::isfinite(p.z)) cloud->push_back(p);
  }
  Objects out;
  pcl::PointIndices::Ptr prism = over(cloud);
  if (prism->indices.empty()) return out;
  pcl::EuclideanClusterExtraction<Point> ec;
  pcl::search::KdTree<Point>::Ptr tree(new pcl::search::KdTree<Point>);
  ec.setClusterTolerance(0.01);
  ec.setMinClusterSize(voxel > 0 ? 20 : 100);
  ec.setSearchMethod(tree);
  ec.setInputCloud(cloud);
  ec.setIndices(prism);
  std::vector<pcl::PointIndices> found;
  ec.extract(found);
  for (const auto& f : found) out.push_back(middle(*cloud, f.indices));
  return out;
}

static Objects organised(const Cloud::Ptr& cloud) {
  pcl::PointCloud<pcl::Normal>::Ptr normals(new pcl::PointCloud<pcl::Normal>);
  pcl::IntegralImageNormalEstimation<Point, pcl::Normal> ne;
  ne.setNormalEstimationMethod(ne.COVARIANCE_MATRIX);
  ne.setMaxDepthChangeFactor(0.02f);
  ne.setNormalSmoothingSize(20.0f);
  ne.setInputCloud(cloud);
  ne.compute(*normals);
  pcl::OrganizedMultiPlaneSegmentation<Point, pcl::Normal, pcl::Label> mps;
  mps.setMinInliers(10000);
  mps.setAngularThreshold(0.053);
  mps.setDistanceThreshold(0.02);
  mps.setInputNormals(normals);
  mps.setInputCloud(cloud);
  std::vector<pcl::PlanarRegion<Point>, Eigen::aligned_allocator<pcl::PlanarRegion<Point>>> regions;
  std::vector<pcl::ModelCoefficients> coefficients;
  std::vector<pcl::PointIndices> inliers, labelIndices, boundary;
  pcl::PointCloud<pcl::Label>::Ptr labels(new pcl::PointCloud<pcl::Label>);
  mps.segmentAndRefine(regions, coefficients, inliers, labels, labelIndices, boundary);
  using Comparator = pcl::EuclideanClusterComparator<Point, pcl::Label>;
  Comparator::Ptr compare(new Comparator);
  Comparator::ExcludeLabelSetPtr exclude(new Comparator::ExcludeLabelSet);
  for (std::size_t i = 0; i < labelIndices.size(); ++i)
    if (labelIndices[i].indices.size() > 10000) exclude->insert(i);
  compare->setInputCloud(cloud);
  compare->setLabels(labels);
  compare->setExcludeLabels(exclude);
  compare->setDistanceThreshold(0.01f, false);
  pcl::PointCloud<pcl::Label> parts;
  std::vector<pcl::PointIndices> found;
  pcl::OrganizedConnectedComponentSegmentation<Point, pcl::Label> segment(compare);
  segment.setInputCloud(cloud);
  segment.segment(parts, found);
  Objects out;
  for (const auto& f : found)
    if (f.indices.size() > 100) out.push_back(middle(*cloud, f.indices));
  return out;
}

static Objects lccp(const Cloud::Ptr& all) {
  Cloud::Ptr cloud(new Cloud), above(new Cloud);
  for (const Point& p : *all) if (std::isfinite(p.z)) cloud->push_back(p);
  pcl::PointIndices::Ptr prism = over(cloud);
  for (int i : prism->indices) above->push_back((*cloud)[i]);
  Objects out;
  if (above->empty()) return out;
  pcl::SupervoxelClustering<Point> super(0.0075f, 0.03f);
  super.setInputCloud(above);
  super.setColorImportance(0);
  super.setSpatialImportance(1);
  super.setNormalImportance(4);
  std::map<std::uint32_t, pcl::Supervoxel<Point>::Ptr> voxels;
  super.extract(voxels);
  std::multimap<std::uint32_t, std::uint32_t> adjacency;
  super.getSupervoxelAdjacency(adjacency);
  pcl::LCCPSegmentation<Point> segment;
  segment.setConcavityToleranceThreshold(10);
  segment.setSmoothnessCheck(true, 0.0075f, 0.03f, 0.1f);
  segment.setKFactor(0);
  segment.setInputSupervoxels(voxels, adjacency);
  segment.setMinSegmentSize(3);
  segment.segment();
  pcl::PointCloud<pcl::PointXYZL>::Ptr labelled = super.getLabeledCloud();
  segment.relabelCloud(*labelled);
  std::map<std::uint32_t, std::vector<int>> parts;
  for (std::size_t i = 0; i < labelled->size(); ++i) parts[(*labelled)[i].label].push_back(int(i));
  for (const auto& p : parts)
    if (p.second.size() >= 100) out.push_back(middle(*above, p.second));
  return out;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: segment ROUNDS FILE...\n");
    return 2;
  }
  const int rounds = std::atoi(argv[1]);
  for (int a = 2; a < argc; ++a) {
    Cloud::Ptr cloud(new Cloud);
    if (pcl::io::loadPCDFile(argv[a], *cloud) < 0) return 1;
    struct Way { const char* name; bool picture; int limit; Objects (*run)(const Cloud::Ptr&); };
    const Way ways[] = {
        {"voxels", false, rounds, [](const Cloud::Ptr& c) { return clusters(c, 0.005f); }},
        {"organised", true, rounds, organised},
        {"lccp", false, rounds, lccp},
        {"full", false, 1, [](const Cloud::Ptr& c) { return clusters(c, 0); }},
    };
    for (const Way& w : ways) {
      if ((w.picture && cloud->height < 2) || (cloud->size() > 1000000 && std::strcmp(w.name, "voxels") != 0)) continue;
      double best = 1e300;
      Objects objects;
      for (int k = 0; k < w.limit; ++k) {
        const auto begin = std::chrono::steady_clock::now();
        objects = w.run(cloud);
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        if (ms < best) best = ms;
      }
      std::printf("%s %d %g %zu\n", w.name, a - 2, best, objects.size());
      for (const Object& o : objects) std::printf("%g %g %g %d\n", o.x, o.y, o.z, o.n);
    }
  }
}
