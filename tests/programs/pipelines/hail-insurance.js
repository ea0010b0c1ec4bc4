'use strict';

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'hail-insurance', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'hail-insurance-0' } });

/** The yearly premium in cents. */
function premium({ hectares, crop }) {
  return Math.round(hectares * (crop === 'vines' ? 9400 : 2100));
}

async function quote(farm, fields) {
  await producer.transaction();
  for (const field of fields) {
    await producer.send({
      topic: 'hail.quotes',
      messages: [{ key: `${farm}/${field.id}`, value: String(premium(field)) }],
    });
  }
  await producer.commit();
  return fields.length;
}

async function start() {
  await producer.connect();
  console.info('quoting');
}

module.exports = { quote, start };
