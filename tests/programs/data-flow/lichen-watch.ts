import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';

type Readings = Map<string, number>;
type Sensor = () => Promise<Readings>;

const makeProducer = (wall: string) =>
  new Producer({
    clientId: `lichen-${wall}`,
    bootstrapBrokers: ['botany-kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `lichen-watch-${wall}`,
  });

export class LichenWatch {
  #producer: ReturnType<typeof makeProducer>;

  constructor(
    private readonly wall: string,
    private readonly sensor: Sensor,
  ) {
    this.#producer = makeProducer(wall);
  }

  async #publish(readings: Readings): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    try {
      for (const [patch, cover] of readings) {
        await tx.send({ messages: [{ topic: 'lichen.cover', key: `${this.wall}/${patch}`, value: `${cover}` }] });
      }
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => console.error('readings not rolled back', abortError));
      throw error;
    }
    await tx.commit();
  }

  async #renew(): Promise<void> {
    const broken = this.#producer;
    this.#producer = makeProducer(this.wall);
    await broken.close(true);
  }

  async watch(signal: AbortSignal, pause = 60_000): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const readings = await this.sensor();
      try {
        await this.#publish(readings);
        failures = 0;
      } catch (error) {
        if (++failures === 3) throw error;
        console.error('readings of this minute are lost, starting anew', error);
        await this.#renew();
      }
      await sleep(pause);
    }
    await this.#producer.close();
  }
}
