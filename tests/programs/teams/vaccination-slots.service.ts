import { ConflictException, Inject, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import { SlotsRepository } from './slots.repository';

export interface SlotRequest {
  person: string;
  centre: string;
  day: string;
}

@Injectable()
export class VaccinationSlotsService implements OnModuleInit {
  private readonly logger = new Logger(VaccinationSlotsService.name);
  private producer!: Producer;

  constructor(
    @Inject('VACCINATION_KAFKA') private readonly kafka: ClientKafka,
    private readonly slots: SlotsRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.kafka.connect();
  }

  /** Resolves to the number of the slot, the old one if there is one. */
  async reserve(request: SlotRequest): Promise<number> {
    let slot: number;

    reservation: {
      const tx = await this.producer.transaction();
      try {
        const existing = await this.slots.findFor(request.person);
        if (existing !== null) {
          slot = existing.number;
          break reservation;
        }
        const free = await this.slots.nextFree(request.centre, request.day);
        if (free === null) {
          throw new ConflictException(`no slot left in ${request.centre} on ${request.day}`);
        }
        slot = free.number;
        await tx.send({
          topic: 'vaccination.reserved',
          messages: [{ key: request.centre, value: JSON.stringify({ ...request, slot }) }],
        });
        await tx.send({ topic: 'vaccination.letters', messages: [{ key: request.person, value: free.label }] });
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => this.logger.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    }

    this.logger.debug(`slot ${slot} for ${request.day}`);
    return slot;
  }
}
