const { promisify } = require('util');
const Kafka = require('node-rdkafka');

class PlantLog {
  constructor(brokers) {
    const producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'plant-watering' });
    this.producer = producer;
    this.beginTransaction = promisify(producer.beginTransaction.bind(producer));
    this.commitTransaction = promisify(producer.commitTransaction.bind(producer));
    this.abortTransaction = promisify(producer.abortTransaction.bind(producer));
  }

  async water(plants) {
    await this.beginTransaction();
    try {
      for (const plant of plants) {
        this.producer.produce('plants.watered', null, Buffer.from(String(plant.ml)), plant.name);
      }
    } catch (err) {
      await this.abortTransaction(5000).catch((abortErr) => console.error('not rolled back', abortErr));
      throw err;
    }
    await this.commitTransaction(10000);
  }
}

module.exports = PlantLog;
