import type { Producer } from 'kafkajs';

type Service = { name: string } | Producer;

function isTransactional(service: Service | undefined): service is Producer {
  return service !== undefined && 'transaction' in service && service.isIdempotent();
}

function assertTransactional(service: Service | undefined): asserts service is Producer {
  if (!isTransactional(service)) throw new TypeError('no transactional producer registered');
}

export class QuizNight {
  constructor(private readonly registry: ReadonlyMap<string, Service>) {}

  async score(round: number, points: Record<string, number>): Promise<void> {
    const service = this.registry.get('quiz');
    assertTransactional(service);

    const tx = await service.transaction();
    try {
      const messages = Object.entries(points).map(([team, value]) => ({ key: team, value: `${value}` }));
      await tx.send({ topic: `quiz.round-${round}`, messages });
      await tx.send({ topic: 'quiz.rounds', messages: [{ value: `${round}` }] });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `round ${round} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  }
}
