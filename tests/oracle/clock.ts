/** A point of time at which something is to be done. */
interface Timer {
  readonly id: number;
  readonly at: number;
  readonly every: number | undefined;
  readonly fire: () => void;
  /** Does it keep a process alive? */
  isHolding: boolean;
}

/** The timers that programs use, on a clock that moves only when there is nothing else to do. */
export class VirtualClock {
  now = Date.UTC(2025, 0, 1);
  #ids = 0;
  #timers: Timer[] = [];

  /** Calls a function after that many milliseconds; gives the timer's number. */
  after(ms: number, fire: () => void, every?: number): number {
    const id = ++this.#ids;
    const timer = { id, at: this.now + (ms > 0 ? ms : 0), every, fire, isHolding: true };
    const index = this.#timers.findIndex(({ at }) => at > timer.at);
    if (index < 0) this.#timers.push(timer);
    else this.#timers.splice(index, 0, timer);
    return id;
  }

  clear(id: number): void {
    const index = this.#timers.findIndex((timer) => timer.id === id);
    if (index >= 0) this.#timers.splice(index, 1);
  }

  /** Whether a timer is left that does not come again and again. */
  get isWaiting(): boolean {
    return this.#timers.some(({ every }) => every === undefined);
  }

  /** Whether a timer is left for which a process would live on. */
  get isHolding(): boolean {
    return this.#timers.some(({ isHolding }) => isHolding);
  }

  /** Has a timer keep a process alive, or not. */
  hold(id: number, isHolding: boolean): void {
    const timer = this.#timers.find((one) => one.id === id);
    if (timer) timer.isHolding = isHolding;
  }

  get isIdle(): boolean {
    return this.#timers.length === 0;
  }

  /** Moves on to the next timer and fires it; false when there is none. */
  advance(): boolean {
    const timer = this.#timers.shift();
    if (!timer) return false;
    this.now = Math.max(this.now, timer.at);
    if (timer.every !== undefined) {
      const { id, every } = timer;
      const next = { ...timer, at: this.now + Math.max(1, every) };
      this.#timers.push(next);
      this.#timers.sort((a, b) => a.at - b.at || (a.id === id ? 1 : 0) - (b.id === id ? 1 : 0));
    }
    timer.fire();
    return true;
  }
}

/** What a timer function gives: Node's timers have these methods. */
class Handle {
  constructor(
    readonly clock: VirtualClock,
    readonly id: number,
  ) {}
  ref(): this {
    this.clock.hold(this.id, true);
    return this;
  }
  unref(): this {
    this.clock.hold(this.id, false);
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
  close(): void {
    this.clock.clear(this.id);
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
  [Symbol.dispose](): void {
    this.close();
  }
}

const clearerOf = (clock: VirtualClock) => (handle: unknown) => {
  if (handle instanceof Handle) clock.clear(handle.id);
  else if (typeof handle === 'number') clock.clear(handle);
};

/**
 * Node's global timer functions and the clock's time, for a program.
 *
 * @param woken - Called when a timer fires.
 */
export function timersOf(clock: VirtualClock, woken: () => void) {
  const clear = clearerOf(clock);
  const firing = (fire: (...args: unknown[]) => unknown, args: readonly unknown[]) => (): unknown => {
    woken();
    return fire(...args);
  };
  return {
    setTimeout: (fire: (...args: unknown[]) => unknown, ms?: unknown, ...args: unknown[]) =>
      new Handle(clock, clock.after(Number(ms ?? 1), firing(fire, args))),
    setInterval: (fire: (...args: unknown[]) => unknown, ms?: unknown, ...args: unknown[]) =>
      new Handle(clock, clock.after(Number(ms ?? 1), firing(fire, args), Number(ms ?? 1))),
    setImmediate: (fire: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      new Handle(clock, clock.after(0, firing(fire, args))),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}
