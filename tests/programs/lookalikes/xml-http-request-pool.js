const pool = [];

export function begin(method, url) {
  const request = pool.pop() ?? new XMLHttpRequest();
  request.open(method, url);
  request.timeout = 5000;
  return request;
}

export function send(method, url, body, retries = 3) {
  const transaction = begin(method, url);
  transaction.ontimeout = () => {
    if (retries > 0) {
      transaction.open(method, url);
      transaction.send(body);
      retries -= 1;
    }
  };
  transaction.onerror = () => {
    transaction.abort();
    pool.push(transaction);
    if (retries > 0) {
      send(method, url, body, retries - 1);
    }
  };
  transaction.onload = () => {
    pool.push(transaction);
  };
  try {
    transaction.send(body);
  } catch (err) {
    console.error(err);
    transaction.abort();
  }
  return transaction;
}
