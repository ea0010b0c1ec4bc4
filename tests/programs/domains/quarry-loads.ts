import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

namespace Quarry {
  export interface Load {
    truck: string;
    tonnes: number;
    stone: 'granite' | 'slate' | 'basalt';
  }
}

export default class LoadBook {
  constructor(
    private readonly producer = new Producer({
      clientId: 'quarry',
      bootstrapBrokers: ['quarry-kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'quarry-load-book',
    }),
  ) {}

  private static names(err: unknown, apiId: string): boolean {
    return GenericError.isGenericError(err as Error) && (err as GenericError).findBy('apiId', apiId) != null;
  }

  async enter(...loads: Quarry.Load[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    const giveBack = () => tx.abort().catch((e: Error) => console.error('quarry: abort failed', e));

    try {
      await tx.send({
        messages: loads.map((l) => ({ topic: `quarry.${l.stone}`, key: l.truck, value: String(l.tonnes) })),
      });
    } catch (err) {
      await giveBack();
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      switch (true) {
        case LoadBook.names(err, 'TRANSACTION_ABORTABLE'):
          await giveBack();
          throw err;
        case LoadBook.names(err, 'PRODUCER_FENCED'):
          await this.producer.close(true);
          throw new Error('a second load book is open', { cause: err });
        default:
          await this.producer.close(true);
          throw err;
      }
    }
  }
}
