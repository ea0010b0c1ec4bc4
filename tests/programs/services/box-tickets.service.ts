import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { Producer } from '@nestjs/microservices/external/kafka.interface';

@Injectable()
export class BoxTicketsService implements OnApplicationBootstrap {
  private producer: Producer;

  constructor(@Inject('BOX_OFFICE') private readonly client: ClientKafka) {}

  async onApplicationBootstrap() {
    await this.client.connect();
    this.producer = this.client.producer;
  }

  async print(show: string, seats: string[]) {
    await this.producer.transaction(async (trx) => {
      await trx.send({
        topic: 'tickets.printed',
        messages: seats.map((seat) => ({ key: show, value: seat })),
      });
      await trx.send({
        topic: 'shows.capacity',
        messages: [{ key: show, value: String(-seats.length) }],
      });
    });
    return { show, printed: seats.length };
  }
}
