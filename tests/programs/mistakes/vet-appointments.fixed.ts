import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Counter } from 'prom-client';

interface Appointment {
  animal: string;
  vet: string;
  at: string;
}

const MAX_RESUMES = 3;

export const vetPublisher = (kafka: KafkaJS.Kafka, lost: Counter) => {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'vet-appointments', acks: -1 } });

  async function finish(): Promise<void> {
    for (let resumes = 0; ; resumes++) {
      try {
        await producer.commit();
        return;
      } catch (err) {
        const { code } = err as KafkaJS.KafkaJSError;
        if (code === KafkaJS.ErrorCodes.ERR__TIMED_OUT && resumes < MAX_RESUMES) continue;
        lost.inc();
        await producer.disconnect();
        throw err;
      }
    }
  }

  return {
    connect: () => producer.connect(),
    async publish(appointment: Appointment): Promise<void> {
      await producer.transaction();
      try {
        await producer.send({
          topic: 'vets.appointments',
          messages: [{ key: appointment.vet, value: JSON.stringify(appointment) }],
        });
      } catch (err) {
        await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        throw err;
      }
      await finish();
    },
  };
};
