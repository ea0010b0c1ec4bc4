const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'wine-auctions', brokers: ['cellar-kafka:9092'] });

class AuctionRecorder {
  constructor(house) {
    this.house = house;
    this.producer = kafka.producer({
      transactionalId: `wine-auctions-${house}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async open() {
    await this.producer.connect();
    return this;
  }

  /**
   * Records the hammer price of a lot and the new owner of its bottles.
   *
   * @param {{ id: string, bottles: string[] }} lot
   * @param {{ bidder: string, cents: number }} bid
   */
  async sold(lot, bid) {
    const tx = await this.producer.transaction();
    let committed = false;
    try {
      await tx.send({
        topic: 'wine.hammer-prices',
        messages: [{ key: lot.id, value: JSON.stringify({ house: this.house, ...bid }) }],
      });
      await tx.send({
        topic: 'wine.ownership',
        messages: lot.bottles.map((bottle) => ({ key: bottle, value: bid.bidder })),
      });
      await tx.commit();
      committed = true;
    } finally {
      if (!committed) {
        await tx.abort().catch((err) => console.error('lot %s: abort failed', lot.id, err));
      }
    }
  }

  async close() {
    await this.producer.disconnect();
  }
}

module.exports = { AuctionRecorder };
