/** One clock for everything on the page: which snapshot is shown, and whether time goes on. */

export const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
/** From this many steps a second on, people jump from cell to cell. */
const SMOOTH = 16;

/** Tells its listener whenever what is shown changes. */
export class Clock {
  /** @param {(clock: Clock) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.time = 0;
    this.length = 0;
    this.speed = 4;
    this.playing = false;
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** The snapshot that is shown. */
  get t() {
    return Math.floor(this.time);
  }

  /** How far it is on the way to the next one: 0 unless time goes on, gently. */
  get part() {
    return this.playing && this.speed < SMOOTH && !this.calm.matches ? this.time - this.t : 0;
  }

  /** Sets how many steps there are. */
  setLength(length) {
    this.length = length;
    if (this.time > length) this.time = length;
    this.changed(this);
  }

  seek(t) {
    this.time = Math.min(this.length, Math.max(0, t));
    this.changed(this);
  }

  /** Some steps on or back; time stops. */
  step(count) {
    this.playing = false;
    this.seek(this.t + count);
  }

  faster(places) {
    const place = SPEEDS.indexOf(this.speed) + places;
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
    this.changed(this);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  pause() {
    this.playing = false;
    this.seek(this.t);
  }

  play() {
    if (this.time >= this.length) this.time = 0;
    this.playing = true;
    this.last = performance.now();
    this.changed(this);
    requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    if (!this.playing) return;
    this.time = Math.min(this.length, this.time + (Math.max(0, now - this.last) * this.speed) / 1000);
    this.last = now;
    if (this.time >= this.length) this.playing = false;
    this.changed(this);
    if (this.playing) requestAnimationFrame((later) => this.frame(later));
  }
}
