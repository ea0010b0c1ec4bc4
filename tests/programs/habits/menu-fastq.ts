import { Producer, stringSerializers } from '@platformatic/kafka';
import fastq, { type queueAsPromised } from 'fastq';

export interface Menu {
  restaurant: string;
  dishes: readonly { name: string; cents: number }[];
}

export class MenuPublisher {
  static readonly TOPIC = 'menus';

  static #create() {
    return new Producer({
      clientId: 'menus',
      bootstrapBrokers: ['kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'menus-writer',
    });
  }

  #producer = MenuPublisher.#create();

  // One transaction at a time: the producer has only one.
  readonly #queue: queueAsPromised<Menu, number> = fastq.promise(this, this.#work, 1);

  publish(menu: Menu): Promise<number> {
    return this.#queue.push(menu);
  }

  async #work(menu: Menu): Promise<number> {
    try {
      return await this.#write(menu);
    } catch (err) {
      await this.#producer.close(true);
      this.#producer = MenuPublisher.#create();
      throw err;
    }
  }

  async #write({ restaurant, dishes }: Menu): Promise<number> {
    const tx = await this.#producer.beginTransaction();
    try {
      for (const { name, cents } of dishes) {
        await tx.send({ messages: [{ topic: MenuPublisher.TOPIC, key: `${restaurant}/${name}`, value: String(cents) }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `menu of ${restaurant} neither written nor rolled back`);
      });
      throw err;
    }
    await tx.commit();
    return dishes.length;
  }

  async close(): Promise<void> {
    await this.#queue.drained();
    await this.#producer.close();
  }
}
