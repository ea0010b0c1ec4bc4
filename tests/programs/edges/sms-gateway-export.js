'use strict';

const util = require('util');
const rdkafka = require('node-rdkafka');
const { statsd, log } = require('./ops');

const SETTINGS = {
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'client.id': 'sms-gateway-export',
  'transactional.id': 'sms-gateway-export-1',
  'enable.idempotence': true,
};

function SmsExport() {
  this.producer = new rdkafka.Producer(SETTINGS);
  this.begin = util.promisify(this.producer.beginTransaction.bind(this.producer));
  this.commit = util.promisify(this.producer.commitTransaction.bind(this.producer));
}

SmsExport.prototype.open = function open() {
  const { producer } = this;
  return new Promise((resolve, reject) => {
    producer.once('event.error', reject);
    producer.once('ready', () => producer.initTransactions(20000, (err) => (err ? reject(err) : resolve())));
    producer.connect();
  });
};

SmsExport.prototype.write = function write(sms) {
  const body = JSON.stringify({ to: sms.to, text: sms.text.slice(0, 160) });
  try {
    this.producer.produce('sms.sent', null, Buffer.from(body), sms.to, sms.sentAt);
    return true;
  } catch (err) {
    log.warn({ err, sms: sms.id }, 'sms skipped');
    return false;
  }
};

SmsExport.prototype.exportAll = async function exportAll(list) {
  let skipped = 0;
  await this.begin();
  for (const sms of list) {
    if (!this.write(sms)) skipped += 1;
  }
  await this.commit(30000);
  statsd.gauge('sms.skipped', skipped);
  return list.length - skipped;
};

exports.SmsExport = SmsExport;
