/** What programs do with `make` (fakes/clients-in-use.ts). Each has a `main`. */
const BEGUN = `
  const one = make();
  await one.connect();
  await one.init();
  await one.begin();`;

/** The program that goes on with its producer after an abort. */
export const GOES_ON = 'goes on with the next transaction whatever happens';

const MAINS = {
  'commits behind the try': `${BEGUN}
  try {
    await one.send('a');
    await one.sendOffsets();
  } catch (error) {
    await one.abort();
    throw error;
  }
  await one.commit();`,

  'commits in the try': `${BEGUN}
  try {
    await one.send('a');
    await one.sendOffsets();
    await one.commit();
  } catch (error) {
    await one.abort();
    throw error;
  }`,

  [GOES_ON]: `
  const one = make();
  await attempt(() => one.connect());
  await attempt(() => one.init());
  for (const value of ['a', 'b']) {
    await attempt(async () => {
      await one.begin();
      try {
        await one.send(value);
        await one.sendOffsets();
        await one.commit();
      } catch (error) {
        await attempt(() => one.abort());
      }
    });
  }
  await one.close();`,

  'commits without what was refused': `${BEGUN}
  await attempt(() => one.send('a'));
  await attempt(() => one.sendOffsets());
  await attempt(() => one.commit());
  await one.begin();`,

  'commits, and commits again': `${BEGUN}
  await one.send('a');
  for (let attempts = 0; attempts < 2; attempts++) {
    try { await one.commit(); break; } catch (error) { if (attempts === 1) throw error; }
  }
  await one.begin();`,

  'aborts, and aborts again, or commits': `${BEGUN}
  await one.send('a');
  try { await one.abort(); } catch { try { await one.commit(); } catch { await one.abort(); } }
  await one.begin();`,

  'makes another producer after an error': `
  const place = async (one) => {
    await one.connect();
    await one.init();
    await one.begin();
    await one.send('a');
    await one.commit();
  };
  const first = make();
  try { await place(first); } catch { await attempt(() => first.close()); await place(make()); }`,
} as const;

/** Programs that differ in what they do without an error: calls out of order, calls that nobody waits for. */
const QUIET = {
  'begins before it initialises': `
  const one = make();
  await attempt(() => one.begin());
  await one.connect();
  await attempt(() => one.begin());
  await one.init();
  await one.begin();`,

  'initialises twice': `
  const one = make();
  await one.connect();
  await one.init();
  await attempt(() => one.connect());
  await one.init();`,

  'sends outside of a transaction': `
  const one = make();
  await one.connect();
  await one.init();
  await attempt(() => one.send('a'));
  await attempt(() => one.sendOffsets());
  await attempt(() => one.commit());
  await attempt(() => one.abort());`,

  'begins twice': `${BEGUN}
  await attempt(() => one.begin());
  await one.send('a');
  await one.commit();
  await attempt(() => one.commit());
  await attempt(() => one.abort());
  await one.begin();`,

  'ends transactions that nothing was sent in': `${BEGUN}
  await one.commit();
  await one.begin();
  await one.abort();
  await one.begin();`,

  'commits without waiting for a send': `${BEGUN}
  await one.send('a');
  attempt(() => one.send('b'));
  await one.commit();
  await one.begin();`,

  'uses a producer that was closed': `${BEGUN}
  await one.send('a');
  await one.close();
  await attempt(() => one.send('b'));
  await attempt(() => one.begin());`,
} as const;

const programsOf = (mains: Readonly<Record<string, string>>) =>
  Object.entries(mains).map(([name, main]) => ({
    name,
    /** Behind the head of a client. */
    text: `
const attempt = async (call) => { try { return await call(); } catch (error) { return undefined; } };
exports.main = async () => {${main}
};
`,
  }));

export const HANDLING_PROGRAMS = programsOf(MAINS);
export const QUIET_PROGRAMS = programsOf(QUIET);
