import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface ShelterInspection {
  shelter: string;
  panesBroken: number;
  lit: boolean;
}

export interface Logger {
  error(message: string, error: unknown): void;
}

export class ShelterInspections {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly logger: Logger,
  ) {}

  async inspected(inspection: ShelterInspection): Promise<void> {
    const { shelter, panesBroken, lit } = inspection;
    const transaction = await this.producer.transaction();

    try {
      await transaction.send({
        topic: 'streets.shelters',
        messages: [{ key: shelter, value: JSON.stringify({ panesBroken, lit }) }],
      });
      if (panesBroken > 0 || !lit) {
        // the transaction of this client is the producer itself, so the repair belongs to it, too
        await this.producer.send({
          topic: 'streets.repairs',
          messages: [{ key: shelter, value: String(panesBroken) }],
        });
      }
    } catch (error) {
      await transaction.abort().catch((abortError) => this.logger.error('abort failed', abortError));
      throw error;
    }

    await transaction.commit();
  }
}
