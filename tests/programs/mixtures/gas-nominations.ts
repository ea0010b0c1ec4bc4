import { GenericError, MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';
import { fetch } from 'undici';

export interface Nomination {
  point: string;
  hour: string;
  kwh: number;
}

const FENCED = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH', 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED'] as const;

function brokerSaid(err: unknown, apiIds: readonly string[]): boolean {
  if (!MultipleErrors.isMultipleErrors(err as Error)) return false;
  return apiIds.some((apiId) => (err as MultipleErrors).findBy('apiId', apiId) !== null);
}

async function confirmWithGrid(nominations: Nomination[]): Promise<void> {
  const res = await fetch('https://grid.example/nominations', {
    method: 'POST',
    body: JSON.stringify(nominations),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(5_000),
  });
  if (!res.ok) {
    throw new Error(`grid operator refused: ${res.status}`);
  }
}

export class Nominator {
  private producer: Producer<string, string, string, string>;

  constructor(private readonly area: string) {
    this.producer = new Producer({
      clientId: `gas-${this.area}`,
      bootstrapBrokers: ['gas-kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `gas-${this.area}`,
    });
  }

  async nominate(nominations: Nomination[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({
        messages: nominations.map((n) => ({ topic: 'gas.nominations', key: n.point, value: `${n.hour}=${n.kwh}` })),
      });
      await confirmWithGrid(nominations);
    } catch (err) {
      if (brokerSaid(err, FENCED)) {
        await this.producer.close(true).catch((closeErr) => console.warn('not closed', closeErr));
      } else {
        await tx.abort().catch((abortErr) => console.warn('not aborted', abortErr));
      }
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      const network = GenericError.isGenericError(err as Error) && (err as GenericError).code === 'PLT_KFK_NETWORK';
      console.error(network ? 'commit in doubt' : 'commit failed', err);
      await this.producer.close(true).catch((closeErr) => console.warn('not closed', closeErr));
      throw err;
    }
  }
}
