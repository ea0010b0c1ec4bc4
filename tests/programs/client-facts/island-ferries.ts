import { Kafka, Producer } from 'kafkajs';

interface Crossing {
  ferry: string;
  cars: number;
  cancelled?: boolean;
}

export class IslandFerries {
  #kafka = new Kafka({ clientId: 'ferries', brokers: ['kafka:9092'] });
  #lazy?: Producer;

  private get producer(): Producer {
    return (this.#lazy ??= this.#kafka.producer({
      transactionalId: 'island-ferries-0',
      idempotent: true,
      maxInFlightRequests: 1,
    }));
  }

  async depart(crossing: Crossing): Promise<boolean> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'ferries.manifests', messages: [{ key: crossing.ferry, value: `${crossing.cars}` }] });
      if (crossing.cancelled) {
        return false;
      }
      await tx.send({ topic: 'ferries.departed', messages: [{ key: crossing.ferry, value: 'now' }] });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('crossing not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
    return true;
  }
}
