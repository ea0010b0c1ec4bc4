import { KafkaJSProtocolError, type Producer } from 'kafkajs';

export namespace Broker {
  export enum Fault {
    Fenced = 'PRODUCER_FENCED',
    Unauthorized = 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
    StaleEpoch = 'INVALID_PRODUCER_EPOCH',
  }

  export const faultOf = (err: unknown): string | undefined =>
    err instanceof KafkaJSProtocolError ? err.type : undefined;
}

interface Lease {
  vehicle: string;
  driver: string;
}

export class LeaseRegister {
  constructor(
    private readonly producer: Producer,
    private readonly onZombie: (cause: unknown) => never,
  ) {}

  async register(leases: Lease[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'leases',
        messages: leases.map(({ vehicle, driver }) => ({ key: vehicle, value: driver })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('lease: abort failed', abortErr));
      if (err instanceof KafkaJSProtocolError && err.type === Broker.Fault.Fenced) {
        this.onZombie(err);
      }
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      await this.producer.disconnect();
      if (Broker.faultOf(err) === Broker.Fault.StaleEpoch) this.onZombie(err);
      throw err;
    }
  }
}
