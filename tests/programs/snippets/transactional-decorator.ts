import type { Producer, Transaction } from 'kafkajs';

interface HasProducer {
  readonly producer: Producer;
}

type TxMethod<This, Args extends unknown[], R> = (this: This, tx: Transaction, ...args: Args) => Promise<R>;

export function InTransaction<This extends HasProducer, Args extends unknown[], R>() {
  return function (method: TxMethod<This, Args, R>, context: ClassMethodDecoratorContext<This>) {
    const name = String(context.name);

    return async function (this: This, _tx: Transaction, ...args: Args): Promise<R> {
      const tx = await this.producer.transaction();
      let result: R;
      try {
        result = await method.call(this, tx, ...args);
      } catch (err) {
        console.error(`${name} rolled back`, err);
        await tx.abort().catch((abortErr: unknown) => {
          throw new AggregateError([err, abortErr], `${name} could not be rolled back`);
        });
        throw err;
      }
      await tx.commit();
      return result;
    };
  };
}

export interface StockMove {
  sku: string;
  from: string;
  to: string;
  quantity: number;
}

export class StockService implements HasProducer {
  constructor(readonly producer: Producer) {}

  @InTransaction()
  async move(tx: Transaction, move: StockMove): Promise<string> {
    const { sku, quantity } = move;
    await tx.send({ topic: 'stock.out', messages: [{ key: move.from, value: `${sku}:${quantity}` }] });
    await tx.send({ topic: 'stock.in', messages: [{ key: move.to, value: `${sku}:${quantity}` }] });
    return `${sku} ${move.from} -> ${move.to}`;
  }
}
