import { Kafka, type KafkaConfig, type Producer } from 'kafkajs';

export interface GlassPiece {
  id: string;
  blower: string;
  colour: string;
}

const config = {
  clientId: 'glass-blowers',
  brokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
  connectionTimeout: 3_000,
} satisfies KafkaConfig;

const furnace = process.env.FURNACE ?? '1';

const producer: Producer = new Kafka(config).producer({
  transactionalId: `glass-furnace-${furnace}`,
  transactionTimeout: 30_000,
  allowAutoTopicCreation: false,
});

export const connect = (): Promise<void> => producer.connect();
export const disconnect = (): Promise<void> => producer.disconnect();

export async function publishPieces(pieces: readonly GlassPiece[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'glass.pieces',
      messages: pieces.map((piece) => ({ key: piece.blower, value: JSON.stringify(piece) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('pieces not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
