export class Uploader {
  private transaction = new AbortController();

  begin(): AbortSignal {
    this.transaction = new AbortController();
    return this.transaction.signal;
  }

  abort(): void {
    this.transaction.abort();
  }

  async send(url: string, body: Blob): Promise<Response | undefined> {
    const signal = this.begin();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      try {
        const response = await fetch(url, { method: 'PUT', body, signal });
        if (response.status !== 503) {
          return response;
        }
      } catch (error) {
        const { name } = error as DOMException;
        if (name === 'TimeoutError') {
          continue;
        }
        if (name === 'AbortError') {
          this.abort();
          return undefined;
        }
        console.error('upload failed', error);
        this.abort();
      }
    }
    return undefined;
  }

  async commit(url: string): Promise<void> {
    try {
      await fetch(url, { method: 'POST' });
    } catch (error) {
      this.abort();
      throw error;
    }
  }
}
