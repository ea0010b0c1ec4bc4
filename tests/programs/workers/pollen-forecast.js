const { RdKafka } = require('@confluentinc/kafka-javascript');

const promised = (target, method, ...args) =>
  new Promise((resolve, reject) => {
    target[method](...args, (err, result) => (err ? reject(err) : resolve(result)));
  });

function makeForecast({ servers, region }) {
  const producer = new RdKafka.Producer({
    'bootstrap.servers': servers,
    'transactional.id': `pollen-${region}`,
  });

  const begin = () => new Promise((ok, no) => producer.beginTransaction((e) => (e ? no(e) : ok())));
  const commit = () => new Promise((ok, no) => producer.commitTransaction(9000, (e) => (e ? no(e) : ok())));
  const abort = () => new Promise((ok, no) => producer.abortTransaction(9000, (e) => (e ? no(e) : ok())));

  /** @param {Record<string, number[]>} grains by species, one number an hour */
  function publish(grains) {
    return begin()
      .then(() => {
        for (const [species, hours] of Object.entries(grains)) {
          producer.produce('pollen.forecast', null, Buffer.from(hours.join(',')), `${region}/${species}`);
        }
      })
      .then(() => commit())
      .catch((err) =>
        abort()
          .catch((abortErr) => console.error('forecast not rolled back', abortErr))
          .then(() => {
            throw err;
          }),
      );
  }

  const open = () =>
    promised(producer, 'connect', {}).then(() => promised(producer, 'initTransactions', 9000));

  return { open, publish };
}

module.exports = { makeForecast };
