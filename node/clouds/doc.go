// Package clouds turns sensor messages into clouds and back: sensor_msgs/PointCloud2 of any layout, sensor_msgs/PointCloud, and depth
// images with their camera's parameters.
//
// Whatever a publisher declares is checked against the bytes that came before anything is allocated for it.
package clouds
