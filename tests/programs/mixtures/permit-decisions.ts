import { Counter } from 'prom-client';
import winston from 'winston';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const logger = winston.createLogger({ transports: [new winston.transports.Console()] });
const auditFailures = new Counter({ name: 'permit_audit_failures_total', help: 'audit records not written' });

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'permits', brokers: ['kafka:9092'] } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'permit-decisions', idempotent: true } });

export interface Decision {
  permit: string;
  granted: boolean;
  officer: string;
}

async function audit({ permit, officer, granted }: Decision): Promise<void> {
  const value = JSON.stringify({ officer, granted, at: new Date().toISOString() });
  await producer.send({ topic: 'permits.audit', messages: [{ key: permit, value }] }).catch((err: Error) => {
    auditFailures.inc();
    logger.warn(`audit of ${permit} not written: ${err.message}`);
  });
}

export async function decide(decision: Decision): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'permits.decided',
      messages: [{ key: decision.permit, value: decision.granted ? 'granted' : 'refused' }],
    });
    await audit(decision);
  } catch (err) {
    await producer.abort().catch((abortErr) => logger.error('abort failed', { abortErr }));
    throw err;
  }
  await producer.commit();
}
