import type { Producer } from 'kafkajs';

export interface Page {
  pager: string;
  text: string;
}

export class PagingOffError extends Error {}

export class Paging {
  constructor(private readonly deps: { producer?: Producer; now?: () => Date }) {}

  async page({ pager, text }: Page): Promise<void> {
    const tx = await this.deps.producer?.transaction?.();
    if (!tx) {
      throw new PagingOffError('paging is switched off');
    }

    const at = this.deps.now?.() ?? new Date();
    try {
      await tx?.send?.({
        topic: 'pages',
        messages: [{ key: pager, value: text, timestamp: String(at.getTime()) }],
      });
    } catch (err) {
      await tx?.abort?.().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `page to ${pager} not rolled back`);
      });
      throw err;
    }
    await tx?.commit?.();
  }
}
