const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'kafka:9092' });
const producer = kafka.producer({ 'transactional.id': 'blood-bank' });

const byGroup = (units) =>
  units.map((unit) => ({ key: `${unit.group}${unit.rhesus}`, value: JSON.stringify({ id: unit.id, ml: unit.ml }) }));

function storeUnits(units) {
  return producer
    .transaction()
    .then(() =>
      producer.send({ topic: 'blood.units', messages: byGroup(units) }).catch(async (reason) => {
        await producer.abort();
        throw reason;
      }),
    )
    .then(() => producer.commit());
}

module.exports = { producer, storeUnits };
