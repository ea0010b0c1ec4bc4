import { Kafka, type Producer } from 'kafkajs';

type Phase = 'sending' | 'committing';

export interface MatchResult {
  match: string;
  home: number;
  away: number;
}

export class TournamentResults {
  private readonly producer: Producer;

  constructor(kafka: Kafka, tournament: string) {
    this.producer = kafka.producer({
      transactionalId: `results-${tournament}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async announce(results: MatchResult[]): Promise<void> {
    const tx = await this.producer.transaction();
    let phase: Phase = 'sending';
    try {
      for (const { match, home, away } of results) {
        await tx.send({ topic: 'matches.results', messages: [{ key: match, value: `${home}:${away}` }] });
      }
      phase = 'committing';
      await tx.commit();
    } catch (err) {
      if (phase === 'sending') {
        await tx.abort().catch((abortErr) => console.error('results: abort failed', abortErr));
      }
      throw err;
    }
  }

  open = (): Promise<void> => this.producer.connect();
}
