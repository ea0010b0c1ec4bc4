/** What later versions of Node have and a program may use, where this one has not. */

type Disposer = () => unknown;

/** Disposes of what was given to it, the last first. */
class AsyncDisposableStackLike {
  readonly #disposers: Disposer[] = [];
  disposed = false;

  defer(disposer: Disposer): void {
    this.#disposers.push(disposer);
  }
  use<T>(value: T): T {
    this.#disposers.push(() => {
      const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = value as Partial<
        AsyncDisposable & Disposable
      >;
      return (later ?? now)?.call(value as never);
    });
    return value;
  }
  adopt<T>(value: T, disposer: (value: T) => unknown): T {
    this.#disposers.push(() => disposer(value));
    return value;
  }
  move(): AsyncDisposableStackLike {
    const moved = new AsyncDisposableStackLike();
    for (const disposer of this.#disposers.splice(0)) moved.defer(disposer);
    this.disposed = true;
    return moved;
  }
  async disposeAsync(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    const errors: unknown[] = [];
    for (const disposer of this.#disposers.reverse()) {
      try {
        await disposer();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    // A SuppressedError holds both.
    if (errors.length > 1) throw new AggregateError(errors);
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }
}

function withResolvers(): unknown {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

async function fromAsync(
  items: AsyncIterable<unknown>,
  map?: (item: unknown) => unknown,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(map ? await map(item) : item);
  return all;
}

function groupBy(items: Iterable<unknown>, keyOf: (item: unknown) => PropertyKey): object {
  const groups: Record<PropertyKey, unknown[]> = {};
  for (const item of items) (groups[keyOf(item)] ??= []).push(item);
  return groups;
}

function mapGroupBy(items: Iterable<unknown>, keyOf: (item: unknown) => unknown): Map<unknown, unknown[]> {
  const groups = new Map<unknown, unknown[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** Adds what is missing to the globals. */
export function addNewerGlobals(): void {
  const add = (owner: object, name: string, value: unknown): void => {
    if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  };
  add(Promise, 'withResolvers', withResolvers);
  add(Array, 'fromAsync', fromAsync);
  add(Object, 'groupBy', groupBy);
  add(Map, 'groupBy', mapGroupBy);
  add(globalThis, 'AsyncDisposableStack', AsyncDisposableStackLike);
}
