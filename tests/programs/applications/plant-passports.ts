import { Producer, stringSerializers } from '@platformatic/kafka';

export type Outcome = { readonly ok: true; readonly count: number } | { readonly ok: false; readonly errors: unknown[] };

export interface Passport {
  readonly species: string;
  readonly batch: string;
  readonly origin: `${string}-${number}`;
}

const settings = {
  clientId: 'plant-passports',
  bootstrapBrokers: ['nursery-kafka:9092'],
  idempotent: true,
  transactionalId: 'plant-passports-0',
  serializers: stringSerializers,
} satisfies ConstructorParameters<typeof Producer<string, string, string, string>>[0];

const failed = (...errors: unknown[]): Outcome => ({ ok: false, errors });

export async function issue(passports: readonly Passport[]): Promise<Outcome> {
  const producer = new Producer(settings);
  try {
    const tx = await producer.beginTransaction();

    const sends = await Promise.allSettled(
      passports.map((passport) =>
        tx.send({
          messages: [{ topic: 'plants.passports', key: passport.batch, value: JSON.stringify(passport) }],
        }),
      ),
    );
    const errors = sends.flatMap((send) => (send.status === 'rejected' ? [send.reason as unknown] : []));
    if (errors.length > 0) {
      try {
        await tx.abort();
      } catch (abortError) {
        errors.push(abortError);
      }
      return failed(...errors);
    }

    await tx.commit();
    return { ok: true, count: passports.length };
  } catch (error) {
    return failed(error);
  } finally {
    await producer.close(true);
  }
}
