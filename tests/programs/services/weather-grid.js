const { Producer } = require('node-rdkafka');

const TIMEOUT = 12_000;

class WeatherGrid {
  constructor(config) {
    this.producer = new Producer({ ...config, 'transactional.id': 'weather-grid' });
  }

  publish(cells, callback) {
    this.producer.beginTransaction((err) => {
      if (err) {
        callback(err);
        return;
      }
      for (const cell of cells) {
        try {
          this.producer.produce('weather.cells', null, Buffer.from(JSON.stringify(cell)), cell.id);
        } catch (produceErr) {
          console.error(`cell ${cell.id} was not produced`, produceErr.message);
        }
      }
      this.commit(callback);
    });
  }

  commit(callback) {
    this.producer.commitTransaction(TIMEOUT, (err) => {
      if (err && err.isTxnRequiresAbort) {
        this.producer.abortTransaction(TIMEOUT, (abortErr) => {
          if (abortErr) console.error('abort failed', abortErr);
          callback(err);
        });
        return;
      }
      callback(err);
    });
  }
}

module.exports = WeatherGrid;
