import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka, RpcException } from '@nestjs/microservices';
import type { Kafka, Producer } from '@nestjs/microservices/external/kafka.interface';

export interface Ride {
  driver: string;
  passengers: string[];
  leavesAt: string;
}

@Injectable()
export class CarpoolService {
  private readonly logger = new Logger(CarpoolService.name);
  private current: Promise<Producer> | null = null;

  constructor(@Inject('CARPOOL_KAFKA') private readonly client: ClientKafka) {}

  private producer(): Promise<Producer> {
    this.current ??= this.create().catch((err) => {
      this.current = null;
      throw err;
    });
    return this.current;
  }

  private async create(): Promise<Producer> {
    await this.client.connect();
    const kafka = this.client.unwrap<Kafka>();
    const fresh = kafka.producer({ transactionalId: 'carpool-rides', idempotent: true, maxInFlightRequests: 1 });
    await fresh.connect();
    return fresh;
  }

  private async drop(producer: Producer): Promise<void> {
    this.current = null;
    await producer.disconnect().catch((e: Error) => this.logger.warn(`disconnect: ${e.message}`));
  }

  async offer(ride: Ride): Promise<void> {
    const producer = await this.producer();
    try {
      await this.write(producer, ride);
    } catch (err) {
      await this.drop(producer);
      throw Object.assign(new RpcException(`ride of ${ride.driver} not offered`), { cause: err });
    }
  }

  private async write(producer: Producer, ride: Ride): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'rides.offered', messages: [{ key: ride.driver, value: ride.leavesAt }] });
      await tx.send({
        topic: 'rides.passengers',
        messages: ride.passengers.map((p) => ({ key: p, value: ride.driver })),
      });
    } catch (err) {
      await tx.abort().catch((e: Error) => this.logger.warn(`abort: ${e.message}`));
      throw err;
    }
    await tx.commit();
  }
}
