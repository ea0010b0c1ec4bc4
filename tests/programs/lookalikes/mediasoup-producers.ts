import type { types } from 'mediasoup';

export class Room {
  private readonly producers = new Map<string, types.Producer>();

  constructor(private readonly router: types.Router) {}

  async produce(
    transport: types.WebRtcTransport,
    kind: types.MediaKind,
    rtpParameters: types.RtpParameters,
  ): Promise<string | undefined> {
    let producer: types.Producer | undefined;
    for (let attempt = 0; attempt < 3 && !producer; attempt += 1) {
      try {
        producer = await transport.produce({ kind, rtpParameters });
      } catch (error) {
        console.warn('transport does not produce', error);
      }
    }
    if (!producer) {
      return undefined;
    }
    this.producers.set(producer.id, producer);
    producer.on('transportclose', async () => {
      await producer?.pause();
    });
    return producer.id;
  }

  async close(id: string): Promise<void> {
    const producer = this.producers.get(id);
    producer?.close();
    try {
      await producer?.resume();
    } catch {
      producer?.pause();
    }
  }

  canConsume(producerId: string, rtpCapabilities: types.RtpCapabilities): boolean {
    return this.router.canConsume({ producerId, rtpCapabilities });
  }
}
