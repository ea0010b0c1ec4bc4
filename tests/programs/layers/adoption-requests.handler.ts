import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export class RequestAdoption {
  constructor(
    readonly animal: string,
    readonly household: string,
    readonly visitAt: Date,
  ) {}
}

/** The part of the unit of work that knows how records look. */
@Injectable()
export class AdoptionRecords {
  request({ animal, household }: RequestAdoption) {
    return { topic: 'shelter.requests', messages: [{ key: animal, value: household }] };
  }

  visit({ animal, visitAt }: RequestAdoption) {
    return { topic: 'shelter.visits', messages: [{ key: animal, value: visitAt.toISOString() }] };
  }
}

@CommandHandler(RequestAdoption)
export class RequestAdoptionHandler implements ICommandHandler<RequestAdoption, void> {
  private producer?: Producer;

  constructor(
    @Inject('SHELTER_KAFKA') private readonly client: ClientKafka,
    private readonly records: AdoptionRecords,
  ) {}

  async execute(command: RequestAdoption): Promise<void> {
    if (command.visitAt < new Date()) {
      throw new RangeError('a visit cannot lie in the past');
    }
    this.producer ??= await this.client.connect();
    await this.producer.transaction(async (tx) => {
      await tx.send(this.records.request(command));
      await tx.send(this.records.visit(command));
    });
  }
}
