'use strict';

const Kafka = require('node-rdkafka');
const { promisify } = require('util');

const TX_MS = 20000;

class ExamResults {
  constructor(options) {
    this.producer = new Kafka.Producer(
      Object.assign({}, options, { 'transactional.id': 'exam-results', 'enable.idempotence': true }),
    );
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer));
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
    this.close = promisify(this.producer.disconnect.bind(this.producer));
  }

  async drop(why) {
    await this.abort(TX_MS).catch((err) => console.error('exam results: abort failed', err));
    throw why;
  }

  async publish(exam, grades) {
    await this.begin();
    try {
      for (const [student, grade] of Object.entries(grades)) {
        this.producer.produce('exams.results', null, Buffer.from(`${exam};${grade}`), student);
      }
    } catch (err) {
      return this.drop(err);
    }
    try {
      await this.commit(TX_MS);
    } catch (err) {
      if (err.isFatal) {
        await this.close();
        throw err;
      }
      return this.drop(err);
    }
  }
}

module.exports = ExamResults;
