import { BadRequestException, Injectable, InternalServerErrorException } from '@nestjs/common';
import { Kafka, Producer } from 'kafkajs';
import { ConfigService } from '@nestjs/config';

export class LabResultDto {
  patient!: string;
  test!: string;
  value!: number;
  unit?: 'mmol/l' | 'mg/dl';
}

@Injectable()
export class LabResultsService {
  readonly #producer: Producer;

  constructor(config: ConfigService) {
    const kafka = new Kafka({ clientId: 'lab', brokers: config.getOrThrow<string>('BROKERS').split(',') });
    this.#producer = kafka.producer({
      transactionalId: `lab-results-${config.getOrThrow<string>('SITE')}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  onModuleInit(): Promise<void> {
    return this.#producer.connect();
  }

  async report(result: LabResultDto): Promise<void> {
    const tx = await this.#producer.transaction();

    if (result.unit === undefined) {
      throw new BadRequestException(`the unit of ${result.test} is missing`);
    }
    const message = { key: result.patient, value: `${result.test}=${result.value} ${result.unit}` };

    try {
      await tx.send({ topic: 'lab.results', messages: [message] });
      await tx.send({ topic: 'lab.audit', messages: [message] });
    } catch (cause) {
      await tx.abort().catch((abortErr) => console.error('lab: abort failed', abortErr));
      throw new InternalServerErrorException('result not stored', { cause });
    }
    await tx.commit();
  }
}
