import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

enum BrokerError {
  Fenced = 'INVALID_PRODUCER_EPOCH',
  TopicDenied = 'TOPIC_AUTHORIZATION_FAILED',
  IdDenied = 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
}

export class SolarOutput {
  static #instance: SolarOutput | undefined;
  readonly #producer: Producer;

  private constructor(brokers: string[]) {
    this.#producer = new Kafka({ clientId: 'solar-output', brokers }).producer({
      transactionalId: process.env.SOLAR_TRANSACTIONAL_ID ?? 'solar-output-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  static get(brokers: string[]): SolarOutput {
    return (SolarOutput.#instance ??= new SolarOutput(brokers));
  }

  async publish(kilowatts: Map<string, number>): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      for (const [panel, value] of kilowatts) {
        await tx.send({ topic: 'solar.output', messages: [{ key: panel, value: value.toFixed(2) }] });
      }
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => console.error('output not rolled back', abortError));
      throw this.#explain(error);
    }
    await tx.commit();
  }

  #explain(error: unknown): Error {
    if (error instanceof KafkaJSProtocolError) {
      switch (error.type) {
        case BrokerError.Fenced:
          return new Error('another instance publishes the output', { cause: error });
        case BrokerError.TopicDenied:
        case BrokerError.IdDenied:
          return new Error('the account lacks a right', { cause: error });
      }
    }
    return error instanceof Error ? error : new Error(String(error));
  }
}
