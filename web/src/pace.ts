// How often, how finely and with how many points pictures of the scene are drawn, by what they cost. Where the processor draws them, it is
// the one that runs everything else, maybe the robot too.

const rest = 3 // times as long as a picture took, everything else has time
const softRest = 5 // where the processor draws
const longest = 1000 // ms that a picture waits at most: on a machine that is busy with other things it would take long anyway
const slow = 30 // ms for a picture above which less is drawn
const quick = 14
const fewest = 0.08 // part of the points
const coarsest = 0.5 // part of the resolution
export const calm = 600 // ms without a change after which a picture may be finer
const patience = 120 // ms that such a picture may take

export class Pace {
  share: number // of the points
  scale: number // of the resolution
  drawn = 0
  took = 0 // ms, the last
  #soft: boolean
  #free = 0 // when the next may come
  #fine: number // share of the points in a picture that stands still

  constructor(soft: boolean) {
    this.#soft = soft
    this.share = soft ? 0.15 : 1
    this.#fine = soft ? 0.3 : 1
    this.scale = 1
  }

  // wait is how long the next picture has to wait, ms.
  wait(now: number): number {
    return Math.max(0, this.#free - now)
  }

  // drew notes that a picture has taken some time.
  drew(now: number, took: number): void {
    this.#note(now, took)
    if (took > slow) {
      // Points cost more than pixels, up to where too few are left to see anything.
      if (this.share > fewest) this.share = Math.max(fewest, this.share * Math.max(0.5, slow / took))
      else this.scale = Math.max(coarsest, this.scale * 0.85)
    } else if (took < quick) {
      if (this.scale < 1) this.scale = Math.min(1, this.scale / 0.9)
      else this.share = Math.min(1, this.share * 1.06)
    }
  }

  // fine is how a picture that stands still is drawn once more, undefined where that would be as before.
  get fine(): { share: number; scale: number } | undefined {
    return this.#fine > this.share || this.scale < 1 ? { share: Math.max(this.#fine, this.share), scale: 1 } : undefined
  }

  // drewFine notes what such a picture has taken.
  drewFine(now: number, took: number): void {
    this.#note(now, took)
    this.#fine = Math.min(1, Math.max(fewest, this.#fine * Math.min(1.5, patience / took)))
  }

  #note(now: number, took: number): void {
    this.drawn++
    this.took = took
    this.#free = now + Math.min(longest, (this.#soft ? softRest : rest) * took)
  }
}
