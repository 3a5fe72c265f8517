// hold runs a two-finger hold in MuJoCo and prints steps a second and the creep of the object, as the peer of sim.
//
//   hold MODEL.xml STEPS
//
// The creep is the drift of body "object" against body "palm" over the first 5 s after settling, in micrometres a second.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: hold MODEL.xml STEPS\n");
    return 2;
  }
  char err[1000] = "";
  mjModel *m = mj_loadXML(argv[1], NULL, err, sizeof err);
  if (!m) {
    fprintf(stderr, "%s\n", err);
    return 1;
  }
  mjData *d = mj_makeData(m);
  int o = mj_name2id(m, mjOBJ_BODY, "object");
  long n = atol(argv[2]);
  mj_resetDataKeyframe(m, d, 0);
  double g = m->opt.gravity[2];
  m->opt.gravity[2] = 0;  // the grip builds up before the weight comes
  for (long i = 0; i < 2000; i++) mj_step(m, d);
  m->opt.gravity[2] = g;
  for (long i = 0; i < 3000; i++) mj_step(m, d);
  double from[3], way = 0;
  for (int k = 0; k < 3; k++) from[k] = d->xpos[3 * o + k];
  int contacts = d->ncon;
  mjData *settled = mj_copyData(NULL, m, d);
  double start = seconds();
  for (long i = 0; i < n; i++) {
    mj_step(m, d);
    if (i == 4999)
      for (int k = 0; k < 3; k++) way += pow(d->xpos[3 * o + k] - from[k], 2);
    if (i >= 5000 && i % 5000 == 0) mj_copyData(d, m, settled);  // it creeps out of the hand otherwise, which is quick work
  }
  double cpu = seconds() - start;
  printf("{\"steps_per_s\": %.0f, \"creep_um_per_s\": %.4g, \"contacts\": %d}\n", n / cpu, sqrt(way) / 5 * 1e6, contacts);
  return 0;
}
