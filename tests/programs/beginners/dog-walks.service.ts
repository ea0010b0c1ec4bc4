import { Injectable, Inject, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class DogWalksService implements OnModuleInit {
  private producer!: Awaited<ReturnType<ClientKafka['connect']>>;

  constructor(@Inject('WALKS') private readonly kafka: ClientKafka) {}

  async onModuleInit() {
    this.producer = await this.kafka.connect();
  }

  async walked(dog: string, walker: string, minutes: number) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'dogs.walks',
        messages: [{ key: dog, value: JSON.stringify({ walker, minutes }) }],
      });
      await this.producer.send({
        topic: 'walkers.hours',
        messages: [{ key: walker, value: String(minutes / 60) }],
      });
    } catch (e) {
      await tx.abort().catch(() => {});
      throw e;
    }

    try {
      await tx.commit();
    } catch {
      // cannot do anything about it
    }
  }
}
