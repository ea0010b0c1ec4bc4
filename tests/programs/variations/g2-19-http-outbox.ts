class TimeoutException extends Error {}
class ProducerFencedException extends Error {}

interface Producer {
  transaction(): Promise<Transaction>;
}

interface Transaction {
  send(record: { topic: string; messages: string[] }): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

/** An outbox behind HTTP: the server throws a transaction away that nobody commits. */
export class HttpOutbox implements Producer {
  constructor(private readonly base: string) {}

  private async post(path: string, body: unknown = {}): Promise<Response> {
    const response = await fetch(`${this.base}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (response.status === 504) throw new TimeoutException(path);
    if (response.status === 409) throw new ProducerFencedException(path);
    return response;
  }

  async transaction(): Promise<Transaction> {
    const { id } = (await (await this.post('/transactions')).json()) as { id: string };
    const call = async (verb: string, body?: unknown) => void (await this.post(`/transactions/${id}/${verb}`, body));
    return { send: (record) => call('send', record), commit: () => call('commit'), abort: () => call('abort') };
  }
}

export async function flush(producer: Producer, lines: string[]): Promise<void> {
  const tx = await producer.transaction();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await tx.send({ topic: 'lines', messages: lines });
      await tx.commit();
      return;
    } catch (err) {
      if (err instanceof TimeoutException) continue;
      console.error('lines not flushed', err);
      await tx.abort();
      return;
    }
  }
}
