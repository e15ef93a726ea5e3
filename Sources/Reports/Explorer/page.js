'use strict';
(() => {
const $ = id => document.getElementById(id), D = JSON.parse($('data').textContent);
const F = D.factors, X = F[0], N = X.values.length, radiosOf = k => D.kinds.find(q => q.id === k).radios;
const kindOf = r => D.kinds.find(k => k.radios.includes(r)), arm = id => D.arms.find(a => a.id === id);
// The state: radio, arm, a level of each factor, and the vertical scale.
const first = () => ({r: D.start.radio, a: D.start.arm, L: [...D.start.levels], y: 'log'});
const S = first();

// Numbers for people
const NB = '\u00a0', nb = t => t.replaceAll(' ', NB);
const sig = (x, n = 2) => {
  if (x == null || !isFinite(x)) return '–';
  if (!+x.toPrecision(n)) return '0';
  const d = Math.max(0, n - 1 - Math.floor(Math.log10(Math.abs(+x.toPrecision(n)))));
  return (+x.toPrecision(n)).toFixed(Math.min(d, 12)).replace(/\B(?=(\d{3})+$)/g, d ? '' : ',');
};
const bare = x => x == null ? '–' : x > 0 && x < .001 ? '< 0.001' : sig(x);
const pct = x => x == null ? 'an unknown share' : nb(bare(x) + ' %');
const span = s => nb(s == null ? '–' : s < 60 ? sig(s) + ' s' : s < 5400 ? sig(s / 60) + ' min'
  : s < 172800 ? sig(s / 3600) + ' h' : sig(s / 86400) + ' days');
const up = t => t.charAt(0).toUpperCase() + t.slice(1), an = t => (/^[aeiou]/i.test(t) ? 'an ' : 'a ') + t;
const esc = t => String(t).replace(/[&<>"]/g, c => `&#${c.charCodeAt()};`);
const word = (f, l) => nb(F[f].words[l]), nameOf = f => f.label ?? up(f.path.split('.').at(-1));

// Data: the last factor varies fastest; an arm that the first factor does not touch has one row.
const place = L => L.reduce((sum, l, f) => sum * F[f].values.length + l, 0);
const at = (key, {r = S.r, a = S.a, i = S.L[0]} = {}) =>
  D.cells[a][r][key][place([arm(a).fixed ? 0 : i, ...S.L.slice(1)])];
const curve = (key, o) => X.values.map((_, i) => at(key, {...o, i}));
const battery = () => D.battery[D.battery.length > 1 ? place(S.L) : 0];
const fixed = () => arm(S.a).fixed, known = list => list.filter(v => v != null);
const ends = i => { const v = known(radiosOf(kindOf(S.r).id).map(r => at('d', {r, i})));
  return [Math.min(...v), Math.max(...v)]; };
const phone = () => { const f = F.findIndex(f => f.path === 'device');
  return nb(f < 0 ? D.phone : F[f].words[S.L[f]]); };

// The address: an option's name or a value's path for each part of the state
function read() {
  Object.assign(S, first());
  const q = new URLSearchParams(location.hash.slice(1)), rest = [];
  for (const [key, value] of q) {
    const f = F.findIndex(f => f.path === key), l = f < 0 ? -1 : F[f].values.indexOf(value);
    if (l >= 0) S.L[f] = l;
    else if (key === 'radio' && kindOf(value)) S.r = value;
    else if (key === 'policy' && arm(value)) S.a = value;
    else if (key === 'token' && D.live) store.token = value;
    else if (key === 'y' && (value === 'lin' || value === 'log')) S.y = value;
    else rest.push(key + '=' + value);
  }
  $('ignored').textContent = rest.length ? 'Ignored in the address: ' + rest.join(', ').slice(0, 200) : '';
}
const hash = () => '#' + new URLSearchParams([['radio', S.r],
  ...F.map((f, n) => [f.path, f.values[S.L[n]]]), ['policy', S.a], ['y', S.y]]);
const here = () => location.href.split('#')[0] + hash();
let later, say;
function set(change) {
  Object.assign(S, change); draw();
  clearTimeout(later); later = setTimeout(() => history.replaceState(null, '', hash()), 120);
  ask();
  clearTimeout(say); say = setTimeout(() => { $('live').textContent = said() + ' ' + $('lead').innerText; }, 600);
}
const level = (f, l) => set({L: S.L.map((old, n) => n === f ? Math.max(0, Math.min(F[f].values.length - 1, l)) : old)});
const toKind = k => { if (kindOf(S.r).id !== k) set({r: radiosOf(k)[0]}); };

// Words
const about = () => fixed() ? [up(arm(S.a).label), ''] : X.label ? [X.label, word(0, S.L[0])]
  : [`With ${X.path.split('.').at(-1)} =`, word(0, S.L[0])];
const said = () => `${about().join(' ').trim()}${X.label || fixed() ? '' : ', ' + arm(S.a).label} costs `
  + `${an(phone())} on ${kindOf(S.r).label} ${pct(at('d'))} of its battery a day.`;
const late = () => [at('p50'), at('p95')], isLate = s => s > 600 ? ' class="warn"' : '';
function words() {
  const v = at('d'), [lo, hi] = ends(), kind = kindOf(S.r), rs = kind.radios, [head, value] = about();
  document.body.className = `k-${kind.id}` + (fixed() ? ' fixed' : '') + (D.live ? ' live ' + mode : '');
  state();
  $('hA').textContent = head; $('hI').textContent = value;
  $('hC').textContent = `${X.label || fixed() ? '' : ', ' + arm(S.a).label} costs ${an(phone())} on`;
  $('hK').value = kind.id; $('hKt').textContent = kind.label; $('hP').textContent = D.live ? sure(v, at('h')) : pct(v);
  const [range, mean] = $('batt').children, w = x => Math.max(0, Math.min(100, x ?? 0));
  mean.style.width = w(v) + '%'; range.style.left = w(lo) + '%'; range.style.width = w(hi) - w(lo) + '%';
  $('batt').setAttribute('aria-label', `Of a full battery ${pct(v)} a day; ${bare(lo)} to ${pct(hi)} by network`);
  let t = `<b>${esc(up(arm(S.a).label))}</b>. `;
  if (rs.length > 1) t += `On ${rs.length} ${kind.label} networks it is <b>${bare(lo)} to ${pct(hi)}</b>. `;
  const other = Math.round((N - 1) * .8), j = S.L[0] < other ? other : Math.min(2, N - 1), parts = [];
  if (!fixed() && j !== S.L[0]) parts.push(`at ${word(0, j)} it would be <b>${pct(at('d', {i: j}))}</b>`);
  for (const a of D.arms) if (a.id !== S.a && parts.length < 3)
    parts.push(`with ${esc(a.label)} <b>${pct(at('d', {a: a.id}))}</b>`);
  if (parts.length) t += up(parts.join(', ')) + '. ';
  const [half, most] = late();
  if (D.delay && half == null) t += `<b class="warn">No ${esc(D.delay.label)} is known: nothing arrives.</b>`;
  else if (D.delay) t += `${esc(up(D.delay.label))}: half within <b${isLate(half)}>${span(half)}</b>`
    + (most == null ? '.' : `, 95 % within <b${isLate(most)}>${span(most)}</b>.`);
  $('lead').innerHTML = t;
  const joule = v / 100 * battery(), chance = at('h') == null ? null : at('h') / 100 * battery(), rest = D.rest[S.r][place(S.L)];
  $('sW').innerHTML = v == null ? '–' : `${sig(joule / 86.4, 3)} mW<small>${sig(joule, 3)} J a day`
    + `${chance == null ? '' : `; ± ${sig(chance, 1)} J by chance`}</small>`;
  $('sD').innerHTML = D.delay ? `${span(half)}<small>half of them; 95 %: ${span(most)}</small>` : '–';
  $('sB').innerHTML = `${sig(100 / (rest + v), 3)} days<small>${sig(100 / rest, 3)} without the app</small>`;
  $('sN').innerHTML = D.delay ? `${sig(at('n'))}<small>in ${count()} simulated runs of ${sig(D.hours)} h</small>` : '–';
  $('n1').textContent = `Bold: ${S.r}. Band: ${rs.length} networks of ${kind.label}. `
    + (fixed() ? 'The value across changes nothing for this policy.' : 'Drag the point, or use the arrow keys.');
  $('cmd').textContent = command(' \\\n    ');
  $('row').textContent = `Read the row of ${S.a}: ${pct(v)} a day.`;
  $('url').textContent = here();
  document.querySelectorAll('.chips input').forEach(n => {
    n.checked = n.value === (n.name === 'k' ? kind.id : n.name === 'a' ? S.a : String(S.L[n.name.slice(1)]));
  });
  document.querySelectorAll('select.full').forEach(n => { n.value = S.L[n.dataset.f]; });
  for (const a of D.arms) { const d = at('p95', {a: a.id}) ?? at('p50', {a: a.id});
    $('arm-' + D.arms.indexOf(a)).textContent = pct(at('d', {a: a.id})) + (d == null ? '' : `, 95 % within ${span(d)}`); }
  const bar = $('range'); bar.value = S.L[0]; bar.disabled = fixed();
  bar.setAttribute('aria-valuetext', word(0, S.L[0])); $('out').textContent = word(0, S.L[0]);
  document.querySelectorAll('.seg button').forEach(n => n.setAttribute('aria-pressed', n.dataset.y === S.y));
}

// Drawing
const path = p => { let pen = 'M', o = ''; for (const q of p) { if (q[1] == null) pen = 'M';
  else { o += pen + q[0].toFixed(1) + ' ' + q[1].toFixed(1); pen = 'L'; } } return o || 'M0 0'; };
const line = (x1, y1, x2, y2, c) => `<line class="${c}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
const text = (x, y, t, c = '', anchor = 'start') => `<text x="${x}" y="${y}" class="${c}" text-anchor="${anchor}">${esc(t)}</text>`;
const isNumeric = X.numbers.length === N && new Set(X.numbers).size === N;
const spot = i => !isNumeric ? i : X.scale === 'log' ? Math.log(X.numbers[i]) : X.numbers[i];
const low = Math.min(...X.values.map((_, i) => spot(i))), high = Math.max(...X.values.map((_, i) => spot(i)));
function frame(el, T, bottom) {
  const w = el.clientWidth || 600, h = el.clientHeight || 300, narrow = w < 520, L = 50, R = w - (narrow ? 14 : 150);
  el.setAttribute('viewBox', `0 0 ${w} ${h}`);
  const x = i => high > low ? L + (spot(i) - low) / (high - low) * (R - L) : (L + R) / 2;
  return {L, R, T, B: h - bottom, narrow, x};
}
function axes(f, ticks) {
  let o = '', last = -1e9;
  const all = X.values.map((_, i) => i).sort((a, b) => f.x(a) - f.x(b)), end = f.x(all.at(-1));
  for (const i of all) { const x = f.x(i), room = (X.words[i].length + 3) * 7;
    o += line(x, f.T, x, f.B, 'gl');
    if (x - last < room || (x !== end && end - x < room)) continue;
    last = x; o += text(x, f.B + 18, X.words[i], '', 'middle'); }
  o += ticks.map(([y, t]) => line(f.L, y, f.R, y, 'gl') + text(f.L - 8, y + 4, t, '', 'end')).join('');
  return o + line(f.L, f.B, f.R, f.B, 'ax');
}
const decades = () => {
  const v = D.kinds.flatMap(k => k.radios).flatMap(r => curve('d', {r})).concat(flat().flatMap(a => curve('d', {a})))
    .filter(x => x > 1e-5);
  if (!v.length) return [-2, 2];
  const lo = Math.floor(Math.log10(Math.min(...v)) + .1);
  return [lo, Math.max(lo + 1, Math.ceil(Math.log10(Math.max(...v)) - .05))];
};
const flat = () => D.arms.filter(a => a.fixed !== fixed()).map(a => a.id);
function cost() {
  const el = $('cost'), f = frame(el, 14, 26), rs = kindOf(S.r).radios, own = curve('d');
  let y, ticks;
  if (S.y === 'log') {
    const [lo, hi] = decades();
    y = v => f.B - (Math.log10(Math.max(v, 10 ** lo)) - lo) / (hi - lo) * (f.B - f.T);
    ticks = Array.from({length: hi - lo + 1}, (_, n) => 10 ** (lo + n));
  } else {
    const want = Math.max(1e-4, ...known(own)) * 1.6, e = 10 ** Math.floor(Math.log10(want / 5));
    const step = [1, 2, 5, 10].map(m => m * e).find(s => want / s <= 6), top = Math.ceil(want / step) * step;
    y = v => f.B - v / top * (f.B - f.T);
    ticks = Array.from({length: Math.round(top / step) + 1}, (_, n) => n * step);
  }
  const Y = v => v == null ? null : Math.max(-400, Math.min(f.B, y(v)));
  const points = list => list.map((v, i) => [f.x(i), Y(v)]).sort((a, b) => a[0] - b[0]), all = X.values.map((_, i) => ends(i));
  let o = `<clipPath id="clip"><rect x="${f.L - 2}" y="${f.T - 6}" width="${f.R - f.L + 4}" height="${f.B - f.T + 8}"/></clipPath>`
    + axes(f, ticks.map(t => [y(t), `${+t.toPrecision(2)} %`])) + '<g clip-path="url(#clip)">';
  if (rs.length > 1 && all.every(e => isFinite(e[0]))) o += `<path class="band" d="${path(points(all.map(e => e[1])))}`
    + `${path(points(all.map(e => e[0])).reverse()).replace('M', 'L')}Z"/>`;
  for (const r of rs) if (r !== S.r) o += `<path class="thin" d="${path(points(curve('d', {r})))}"><title>${esc(r)}</title></path>`;
  const names = [], mark = (v, t, c) => { if (v != null && Y(v) > f.T - 20) names.push([Y(v), t, c]); }, tip = N - 1;
  for (const k of D.kinds) if (k.id !== kindOf(S.r).id) { const c = curve('d', {r: k.radios[0]});
    o += `<path class="other k-${k.id}" d="${path(points(c))}"/>`; mark(c[tip], k.label, `tint k-${k.id}`); }
  for (const a of flat()) { const c = curve('d', {a}); o += `<path class="flat" d="${path(points(c))}"/>`;
    mark(c[tip], arm(a).label.slice(0, f.narrow ? 14 : 24), 'blue'); }
  o += `<path class="main" d="${path(points(own))}"/></g>`;
  if (!fixed()) o += own.map((v, i) => v == null || i === S.L[0] ? '' : `<circle class="dot" cx="${f.x(i)}" cy="${Y(v)}" r="3"/>`).join('');
  mark(own[tip], kindOf(S.r).label + (f.narrow ? '' : ', this one'), 'tint');
  names.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < names.length; i++) names[i][0] = Math.max(names[i][0], names[i - 1][0] + 15);
  const over = names.length ? Math.max(0, names.at(-1)[0] - f.B) : 0;
  o += names.map(n => f.narrow ? text(f.R - 3, n[0] - over - 5, n[1], 'halo ' + n[2], 'end') : text(f.R + 9, n[0] - over + 4, n[1], n[2])).join('');
  const px = f.x(S.L[0]), v = at('d'), py = Y(v) ?? f.B, [lo, hi] = ends(), wide = 196;
  o += line(px, f.T, px, f.B, 'guide');
  const tx = px + 14 + wide < f.R ? px + 14 : Math.max(f.L, px - 14 - wide), ty = Math.max(f.T, Math.min(f.B - 50, py - 54));
  if (!fixed()) o += `<rect class="tag" x="${tx}" y="${ty}" width="${wide}" height="42" rx="8"/>`
    + text(tx + 10, ty + 17, `${pct(v)} a day`, 'strong') + text(tx + 10, ty + 33, rs.length > 1 ? `${bare(lo)} to ${pct(hi)} by network` : S.r);
  el.firstElementChild.innerHTML = o;
  const h = el.querySelector('.hnd'); h.setAttribute('transform', `translate(${px} ${py})`);
  h.setAttribute('aria-valuenow', S.L[0]); h.setAttribute('aria-valuetext', `${word(0, S.L[0])}: ${pct(v)} of the battery a day`);
}
const TIMES = [[.001, '1 ms'], [.01, '10 ms'], [.1, '0.1 s'], [1, '1 s'], [10, '10 s'], [60, '1 min'], [600, '10 min'], [3600, '1 h'], [36000, '10 h'], [360000, '4 days']];
function delay() {
  if (!D.delay) return;
  const el = $('delay'), f = frame(el, 10, 26), halves = curve('p50'), most = curve('p95');
  const v = D.kinds.flatMap(k => k.radios).flatMap(r => [...curve('p50', {r}), ...curve('p95', {r})]).filter(s => s > 0);
  const lo = Math.log10(Math.max(.001, Math.min(.1, ...v) / 1.5)), hi = Math.log10(Math.max(10, ...v) * 1.5);
  const y = s => s == null ? null : f.B - (Math.log10(Math.max(s, 10 ** lo)) - lo) / (hi - lo) * (f.B - f.T);
  let o = axes(f, TIMES.filter(t => Math.log10(t[0]) >= lo && Math.log10(t[0]) <= hi).map(t => [y(t[0]), t[1]]));
  if (!known(halves).length) o += text((f.L + f.R) / 2, (f.T + f.B) / 2, `No ${D.delay.label} here: nothing arrives.`, '', 'middle');
  else {
    const points = list => list.map((s, i) => [f.x(i), y(s)]).sort((a, b) => a[0] - b[0]), px = f.x(S.L[0]), tip = N - 1;
    if (known(most).length === N) o += `<path class="band" d="${path(points(most))}${path(points(halves).reverse()).replace('M', 'L')}Z"/>`;
    o += `<path class="other" d="${path(points(most))}"/><path class="main" d="${path(points(halves))}"/>` + line(px, f.T, px, f.B, 'guide');
    const [half, high] = late(), [a, b] = [y(halves[tip]), y(most[tip])];
    if (!fixed() && half != null) o += `<circle class="knob" cx="${px}" cy="${y(half)}" r="7"/>`;
    if (!fixed() && high != null) o += `<circle class="dot" cx="${px}" cy="${y(high)}" r="5"/>`;
    if (a != null) o += f.narrow ? text(f.R - 3, a + 14, 'half', 'halo tint', 'end') : text(f.R + 9, Math.min(f.B, Math.max(a + 4, (b ?? -99) + 19)), 'half: ' + span(halves[tip]), 'tint');
    if (b != null) o += f.narrow ? text(f.R - 3, b - 5, '95 %', 'halo', 'end') : text(f.R + 9, Math.min(b + 4, f.B - 15), '95 %: ' + span(most[tip]));
  }
  el.firstElementChild.innerHTML = o;
}
function networks() {
  const rs = [...kindOf(S.r).radios].sort((a, b) => at('d', {r: a}) - at('d', {r: b})), [lo, hi] = decades(), el = $('nets');
  const x = v => v > 0 ? 100 * Math.max(0, Math.min(1, (Math.log10(v) - lo) / (hi - lo))) : 0, [least, most] = ends();
  $('t3').textContent = `${rs.length} ${kindOf(S.r).label} network${rs.length > 1 ? 's' : ''}: ${bare(least)} to ${pct(most)} a day`;
  const on = document.activeElement?.dataset?.r, ticks = Array.from({length: hi - lo + 1}, (_, n) => 10 ** (lo + n));
  const marks = tag => ticks.map(t => `<${tag} data-x="${x(t)}">${tag === 'em' ? +t.toPrecision(1) + ' %' : ''}</${tag}>`).join('');
  el.innerHTML = `<li class="scale" aria-hidden="true"><span></span><span class="bar">${marks('em')}</span><span></span></li>`
    + rs.map(r => `<li><button data-r="${esc(r)}" aria-pressed="${r === S.r}"><span><b>${esc(r)}</b><small>${esc(D.why[r])}</small></span>`
    + `<span class="bar">${marks('u')}<i data-x="${x(at('d', {r}))}"></i></span><span class="v">${pct(at('d', {r}))}</span></button></li>`).join('');
  el.querySelectorAll('[data-x]').forEach(n => { n.style.left = n.dataset.x + '%'; });
  if (on) el.querySelector(`[data-r="${CSS.escape(on)}"]`)?.focus();
}
const PART = {'wake-up': 'Waking the processor', promotion: 'Connecting the radio', transfer: 'Sending and receiving', tail: 'The tail: waiting for more'};
function strip() {
  const task = D.tasks[S.a][S.r], rows = task ? task.parts : [];
  $('task').hidden = !rows.length;
  if (!rows.length) return;
  const el = $('strip'), w = el.clientWidth || 600, h = el.clientHeight || 190, L = 50, R = w - 12, T = 14, B = h - 24;
  el.setAttribute('viewBox', `0 0 ${w} ${h}`);
  const kinds = [...new Set(rows.map(q => q[3]))], joule = k => rows.reduce((s, q) => s + (q[3] === k ? (q[1] - q[0]) * q[2] / 1000 : 0), 0);
  const sum = rows.reduce((s, q) => s + (q[1] - q[0]) * q[2] / 1000, 0), end = Math.max(...rows.map(q => q[1]));
  const t = [.1, .2, .5, 1, 2, 5, 10, 20, 60].find(s => end / s <= (w < 520 ? 4 : 8)) || 120, X1 = Math.ceil(end / t) * t;
  const cuts = [...new Set(rows.flatMap(q => [q[0], q[1]]))].sort((a, b) => a - b), stack = [];
  let top = 0;
  cuts.slice(0, -1).forEach((from, n) => { let b = 0;
    for (const q of rows) if (q[0] <= from + 1e-6 && q[1] >= cuts[n + 1] - 1e-6) { stack.push([from, cuts[n + 1], b, b + q[2], q[3]]); b += q[2]; }
    top = Math.max(top, b); });
  const step = [20, 50, 100, 200, 500, 1000, 2000].find(s => top / s <= 4) || 5000, max = Math.ceil(top / step) * step;
  const x = s => L + s / X1 * (R - L), y = p => B - p / max * (B - T);
  let o = '';
  for (let p = 0; p <= max; p += step) o += line(L, y(p), R, y(p), 'gl') + text(L - 8, y(p) + 4, p ? p / 1000 + ' W' : '0', '', 'end');
  for (let s = 0; s <= X1 + 1e-9; s += t) o += text(x(s), B + 17, `${+s.toFixed(1)} s`, '', 'middle');
  o += stack.map(s => `<rect class="e e-${s[4]}" x="${x(s[0])}" y="${y(s[3])}" width="${Math.max(1, x(s[1]) - x(s[0]) + .4)}" height="${y(s[2]) - y(s[3])}"/>`).join('');
  const tail = rows.filter(q => q[3] === 'tail').sort((a, b) => b[1] - b[0] - a[1] + a[0])[0];
  const room = tail ? x(tail[1]) - x(tail[0]) : 0, told = room > 250 ? `a tail of ${span(tail[1] - tail[0])}: no data, only waiting` : room > 90 ? 'the tail' : '';
  if (told) o += text(x((tail[0] + tail[1]) / 2), Math.max(T + 12, y(Math.max(tail[2], max * .1)) - 9), told, 'strong halo', 'middle');
  el.firstElementChild.innerHTML = o + line(L, B, R, B, 'ax');
  $('t4').textContent = `Where the energy of one ${task.name || 'task'} goes`;
  $('n4').textContent = `${sig(sum)} J in ${span(end)} on ${S.r}, with nothing else going on.`;
  $('leg').innerHTML = kinds.map(k => `<div class="e-${k}">${esc(PART[k] || up(k))}<small>${sig(joule(k))} J · ${sig(100 * joule(k) / sum)} %</small></div>`).join('');
}

// tailwatt serve: what it simulates now replaces cells, in growing batches
const store = (() => { try { return localStorage; } catch { return {}; } })();
const MOST = 100, runs = {}, count = () => runs[S.r]?.[place(S.L)] ?? D.days;
const BEFORE = {estimate: 'Estimating: ', refine: 'Refining: '};
let mode = '', query, again, frameAsked;
// Until a number settles, its last digit is shown only if the ± is below half of it.
const sure = (v, h) => (mode === 'estimate' ? '≈' + NB : '') + (v >= .001 && (mode === 'estimate'
  || mode === 'refine' && h > 10 ** (Math.floor(Math.log10(v)) - 1) / 2) ? nb(sig(v, 1) + ' %') : pct(v));
function state() {
  const v = at('d'), h = at('h'), share = v > 0 && h != null ? `, ± ${sig(100 * h / v)} % by chance` : '';
  $('state').textContent = mode === 'gone' ? 'tailwatt serve has ended; these numbers stand.'
    : `${BEFORE[mode] ?? ''}${count()} runs of ${sig(D.hours)} h simulated${share}.`;
}
function keep(q) {
  const here = runs[q.radio] ??= [], step = D.rest[q.radio].length / N;
  if (here[q.point] > q.n) return;
  for (const a of D.arms) for (const key in q.cells[a.id])
    D.cells[a.id][q.radio][key][a.fixed ? q.point % step : q.point] = q.cells[a.id][key][0];
  here[q.point] = q.n; D.rest[q.radio][q.point] = q.rest[0];
  cancelAnimationFrame(frameAsked); frameAsked = requestAnimationFrame(draw);
}
async function lines(route, replications, signal) {
  const got = await fetch(route, {method: 'POST', signal, headers: {'Content-Type': 'application/json',
    'X-Tailwatt-Token': store.token ?? ''}, body: JSON.stringify({radio: S.r, version: D.live,
    edits: F.map((f, n) => [f.path, f.values[S.L[n]]]), replications})});
  if (!got.ok) throw {status: got.status, ...await got.json()};
  const reader = got.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = '';;) {
    const {value, done} = await reader.read();
    if (done) return;
    const all = (rest + value).split('\n'); rest = all.pop();
    for (const q of all.filter(t => t).map(t => JSON.parse(t))) {
      if (q.error || q.dropped) throw q;
      if (q.cells) { mode = route.endsWith('point') && q.n < MOST ? 'refine' : 'settled'; keep(q); }
    }
  }
}
function show(fault) {
  $('fault').hidden = !fault; $('fault').textContent = fault ? fault.error + (fault.advice ? '\n' + fault.advice : '') : '';
  document.documentElement.classList.toggle('faulty', !!fault);
}
async function ask(tries = 0) {
  if (!D.live) return;
  query?.abort(); clearTimeout(again);
  const own = query = new AbortController();
  mode = count() >= MOST ? 'settled' : 'estimate'; words();
  try {
    if (count() < MOST) await lines('/api/point', MOST, own.signal);
    show(); mode = 'settled'; words();
    await lines('/api/curve', 30, own.signal);
  } catch (fault) {
    if (own.signal.aborted) return;
    if (fault.status === 409) return location.reload();
    // Another tab's query was newer, or the connection was one too many: once more.
    if (fault.dropped || tries < 1 && !fault.error) { again = setTimeout(ask, 300, fault.dropped ? 0 : tries + 1); return; }
    mode = fault.error ? 'settled' : 'gone'; show(fault.error ? fault : null); draw();
  }
}

// What leaves the page
const quote = w => /^[\w.,:=+%@/-]+$/.test(w) ? w : `'${w.replaceAll("'", "'\\''")}'`;
function command(gap) {
  const own = [['--radio', S.r], ...F.map((f, n) => ['--set', `${f.path}=${f.values[S.L[n]]}`])];
  return [D.command.before.map(quote).join(' '), ...own.map(w => w.map(quote).join(' ')),
    ...(D.command.after.length ? [D.command.after.map(quote).join(' ')] : [])].join(gap);
}
const cellOf = v => /[",\n]/.test(v) ? `"${String(v).replaceAll('"', '""')}"` : v;
function csv() {
  const rows = [['radio', 'kind', ...F.map(f => f.path), 'policy', 'drain_percent_per_day', 'half_width_95', 'delay_p50_s', 'delay_p95_s', 'arrived_per_day']];
  for (const k of D.kinds) for (const r of k.radios) for (const a of D.arms) for (let i = 0; i < (a.fixed ? 1 : N); i++)
    rows.push([r, k.label, a.fixed ? '' : X.values[i], ...F.slice(1).map((f, n) => f.values[S.L[n + 1]]), a.id,
      ...['d', 'h', 'p50', 'p95', 'n'].map(key => at(key, {r, a: a.id, i}) ?? '')]);
  return rows.map(r => r.map(cellOf).join(',')).join('\n') + '\n';
}
const yaml = () => `# The page's state, with this file as explore.yaml:\n# ${command(' ').replace(quote(D.command.before[2]), './explore.yaml')}\n` + D.yaml;
const STYLE = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-family', 'font-weight', 'paint-order'];
function png() {
  const el = $('cost'), copy = el.cloneNode(true), from = [el, ...el.querySelectorAll('*')], w = el.clientWidth, h = el.clientHeight;
  [copy, ...copy.querySelectorAll('*')].forEach((n, i) => { const c = getComputedStyle(from[i]); for (const p of STYLE) n.style.setProperty(p, c.getPropertyValue(p)); });
  copy.setAttribute('width', w); copy.setAttribute('height', h); copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const img = new Image();
  img.onload = () => { const c = document.createElement('canvas'), g = c.getContext('2d'), paper = getComputedStyle(document.querySelector('.card')).backgroundColor;
    c.width = 2 * w; c.height = 2 * (h + 50); g.scale(2, 2); g.fillStyle = paper; g.fillRect(0, 0, w, h + 50);
    g.fillStyle = getComputedStyle(document.body).color; g.font = '600 16px sans-serif'; g.fillText(said(), 12, 28, w - 24);
    g.drawImage(img, 0, 44, w, h); c.toBlob(b => save('tailwatt-explore.png', b)); };
  img.src = 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(copy));
}
function save(name, blob) {
  const a = document.createElement('a'); a.href = URL.createObjectURL(blob); a.download = name; a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
async function copy(b, words) {
  const was = b.textContent;
  try { await navigator.clipboard.writeText(words); } catch {
    const t = document.createElement('textarea'); t.value = words; document.body.append(t); t.select(); document.execCommand('copy'); t.remove(); }
  b.textContent = 'Copied'; setTimeout(() => { b.textContent = was; }, 1200);
}
const ACTS = {cmd: b => copy(b, command(' ')), link: b => copy(b, here()), png, print: () => print(),
  csv: () => save('tailwatt-explore.csv', new Blob([csv()], {type: 'text/csv'})),
  yaml: () => save('explore.yaml', new Blob([yaml()], {type: 'text/yaml'}))};

// Controls
const chip = (name, value, label, small = '') => `<label><input type="radio" name="${name}" value="${esc(value)}"><span><b>${esc(label)}</b>${small}</span></label>`;
const group = (title, inner) => `<fieldset><legend>${esc(title)}</legend>${inner}</fieldset>`;
function controls() {
  $('answer').innerHTML = '<span id="hA"></span> <span class="scrub num" id="hI" title="Drag sideways"></span><span id="hC"></span> '
    + '<span class="pick"><span class="num" id="hKt"></span><select id="hK" aria-label="Network">'
    + D.kinds.map(k => `<option value="${k.id}">${k.label}</option>`).join('') + '</select></span> <span class="num" id="hP"></span> of its battery a day.';
  let o = `<fieldset id="axis"><div class="lab"><label for="range">${esc(nameOf(X))}</label><b id="out"></b></div><input type="range" id="range" min="0" max="${N - 1}" step="1">`
    + `<div class="ends"><span>${esc(word(0, 0))}</span><span>${esc(word(0, N - 1))}</span></div></fieldset>`
    + group('Network', `<div class="chips">${D.kinds.map(k => chip('k', k.id, k.label)).join('')}</div>`)
    + group('Policy', `<div class="chips col">${D.arms.map((a, n) => chip('a', a.id, up(a.label), `<small id="arm-${n}"></small>`)).join('')}</div>`);
  F.slice(1).forEach((f, n) => { o += group(nameOf(f), f.values.length < 7 ? `<div class="chips">${f.words.map((t, l) => chip('f' + (n + 1), l, t)).join('')}</div>`
    : `<select class="full" data-f="${n + 1}" aria-label="${esc(nameOf(f))}">${f.words.map((t, l) => `<option value="${l}">${esc(t)}</option>`).join('')}</select>`); });
  $('controls').innerHTML = o + `<p class="note">Phone: ${esc(D.phone)}. Another one: <code>tailwatt ${D.live ? 'serve' : 'explore'} --device NAME</code></p>`;
  if (D.delay) { $('t2').textContent = up(D.delay.label); $('sDt').textContent = up(D.delay.label);
    $('n2').textContent = `${up(D.delay.meaning)}. Bold: half of them are within it; dashed: 95 %.`; }
  else { $('late').hidden = true; for (const id of ['sD', 'sN']) $(id).parentElement.hidden = true; }
  $('basis').textContent = `${D.question} ${D.days} runs of ${sig(D.hours)} h a point, the same random events at all points.`;
  $('assumed').innerHTML = D.assumptions.map(t => `<li>${esc(t)}</li>`).join('');
  document.querySelector('.hnd').setAttribute('aria-valuemax', N - 1); document.querySelector('.hnd').setAttribute('aria-label', nameOf(X));
}
function listen() {
  const form = $('controls'), knob = document.querySelector('.hnd'), scrub = $('hI'), root = document.documentElement;
  form.addEventListener('submit', e => e.preventDefault());
  form.addEventListener('input', e => { const n = e.target;
    if (n.id === 'range') level(0, +n.value); else if (n.name === 'k') toKind(n.value); else if (n.name === 'a') set({a: n.value});
    else level(+(n.dataset.f ?? n.name.slice(1)), +n.value); });
  $('hK').addEventListener('change', e => toKind(e.target.value));
  knob.addEventListener('keydown', e => { const i = S.L[0], to = {ArrowRight: i + 1, ArrowUp: i + 1, ArrowLeft: i - 1, ArrowDown: i - 1, Home: 0, End: N - 1, PageUp: i + 3, PageDown: i - 3}[e.key];
    if (to !== undefined) { e.preventDefault(); level(0, to); } });
  for (const id of ['cost', 'delay']) { const el = $(id), move = e => { const x = e.clientX - el.getBoundingClientRect().left, f = frame(el, 0, 0);
    const best = X.values.reduce((b, _, i) => Math.abs(f.x(i) - x) < Math.abs(f.x(b) - x) ? i : b, 0); if (best !== S.L[0]) level(0, best); };
  el.addEventListener('pointerdown', e => { if (fixed()) return; el.setPointerCapture(e.pointerId); move(e); if (id === 'cost') knob.focus({preventScroll: true}); });
  el.addEventListener('pointermove', e => { if (el.hasPointerCapture(e.pointerId)) move(e); }); }
  let x0 = 0, i0 = 0;
  scrub.addEventListener('pointerdown', e => { if (fixed()) return; [x0, i0] = [e.clientX, S.L[0]]; scrub.setPointerCapture(e.pointerId); e.preventDefault(); });
  scrub.addEventListener('pointermove', e => { if (scrub.hasPointerCapture(e.pointerId)) level(0, i0 + Math.round((e.clientX - x0) / 24)); });
  document.querySelector('.seg').addEventListener('click', e => { if (e.target.dataset.y) set({y: e.target.dataset.y}); });
  $('nets').addEventListener('click', e => { const b = e.target.closest('button'); if (b) set({r: b.dataset.r}); });
  document.querySelector('.acts').addEventListener('click', e => { const b = e.target.closest('[data-do]'); if (b) ACTS[b.dataset.do](b); });
  const dark = matchMedia('(prefers-color-scheme:dark)'), follow = () => { root.dataset.theme = dark.matches ? 'dark' : 'light'; };
  follow(); dark.addEventListener('change', follow);
  $('theme').addEventListener('click', () => { root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; });
  addEventListener('hashchange', () => { read(); draw(); ask(); });
  let tick; new ResizeObserver(() => { cancelAnimationFrame(tick); tick = requestAnimationFrame(() => { cost(); delay(); strip(); }); }).observe($('cost'));
}
function draw() { words(); cost(); delay(); networks(); strip(); }
document.documentElement.classList.add('js'); controls(); listen(); read(); draw();
if (D.live) { $('state').hidden = false; history.replaceState(null, '', hash()); }
ask();
})();
