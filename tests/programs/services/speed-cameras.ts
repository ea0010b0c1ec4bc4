import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

const DEFUNCT: ReadonlySet<number> = new Set([
  ErrorCodes.ERR__FENCED,
  ErrorCodes.ERR__FATAL,
  ErrorCodes.ERR__STATE,
]);

const isDefunct = (err: unknown): boolean => DEFUNCT.has((err as { code: number }).code);

interface Flash {
  camera: string;
  plate: string;
  kmh: number;
}

export async function report(producer: KafkaJS.Producer, flashes: Flash[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'cameras.flashes',
      messages: flashes.map((flash) => ({ key: flash.camera, value: JSON.stringify(flash) })),
    });
  } catch (err) {
    if (isDefunct(err)) {
      await producer.disconnect();
    } else {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}
