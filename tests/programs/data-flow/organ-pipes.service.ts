import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

interface Pipe {
  stop: string;
  note: string;
  hertz: number;
}

@Injectable()
export class OrganPipesService implements OnModuleInit {
  private readonly logger = new Logger(OrganPipesService.name);
  private producer!: Producer;

  constructor(@Inject('ORGAN_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async tune(organ: string, pipes: Pipe[]): Promise<void> {
    const tx = await this.producer.transaction();
    await this.write(tx, organ, pipes).catch(this.undo(tx, organ));
    await tx.commit();
    this.logger.log(`${pipes.length} pipes of ${organ} tuned`);
  }

  private async write(tx: Transaction, organ: string, pipes: Pipe[]): Promise<void> {
    for (const { stop, note, hertz } of pipes) {
      await tx.send({
        topic: 'organs.pipes',
        messages: [{ key: `${organ}/${stop}/${note}`, value: hertz.toFixed(3) }],
      });
    }
  }

  private undo(tx: Transaction, organ: string): (reason: unknown) => Promise<never> {
    return (reason) => {
      this.logger.warn(`tuning of ${organ} is rolled back`);
      return tx.abort().then(() => Promise.reject(reason));
    };
  }
}
