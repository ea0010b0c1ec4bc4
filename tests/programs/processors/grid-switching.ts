import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export interface SwitchOrder {
  feeder: string;
  position: 'open' | 'closed';
}

type Tx = Awaited<ReturnType<Producer<string, string, string, string>['beginTransaction']>>;

const has = (err: unknown, ...apiIds: string[]): boolean =>
  err instanceof Error &&
  GenericError.isGenericError(err) &&
  apiIds.some((apiId) => (err as GenericError).findBy('apiId', apiId) !== null);

export class SwitchGear {
  private offline: Error | null = null;

  constructor(private readonly producer: Producer<string, string, string, string>) {}

  get isReady(): boolean {
    return this.offline === null;
  }

  async order(orders: SwitchOrder[]): Promise<void> {
    if (this.offline) throw new Error('switch gear is offline', { cause: this.offline });
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({ messages: orders.map((o) => ({ topic: 'grid.switches', key: o.feeder, value: o.position })) });
    } catch (err) {
      await this.rollBack(tx);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      this.offline = err as Error;
      await this.producer.close(true);
      throw err;
    }
  }

  private async rollBack(tx: Tx): Promise<void> {
    try {
      await tx.abort();
    } catch (err) {
      if (has(err, 'TRANSACTION_ABORTABLE')) {
        console.warn('the rollback is to be repeated by the operator');
        return;
      }
      this.offline = err as Error;
      await this.producer.close(true);
    }
  }
}
