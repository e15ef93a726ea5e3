// The script of the pages of scripts/site: the search, filters of long lists, and contents that stay
// open on wide screens. Without it the pages read as they are. Text never becomes markup here.
"use strict";
(() => {
  const root = new URL(".", document.currentScript.src);
  const MOST = 14, MOST_OF_A_PAGE = 3, SNIPPET = 150;

  /** An element with attributes and children; a string becomes text. */
  function made(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // What is asked

  /** The words of a text as scripts/site_search.py finds them: --out, keep-alive, sr-015. */
  function wordsOf(text) {
    const small = text.toLowerCase();
    const said = [];
    for (const found of small.matchAll(/-{0,2}[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu)) {
      const isOption = /^--?[\p{L}_]/u.test(found[0])
        && !/[\p{L}\p{N}_]/u.test(small[found.index - 1] || " ");
      said.push(isOption ? found[0] : found[0].replace(/^-+/, ""));
    }
    return said;
  }

  /** The first word of the index that is not before `word`. */
  function first(words, word) {
    let low = 0, high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (words[middle] < word) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** Which parts have a word that begins so, or nearly; `null` if none has. */
  function places(index, word) {
    const score = new Map();
    // optimise finds optimisation, and polls poll.
    const ending = word.match(/^(\p{L}{4,}?)(?:ations?|ing|ed|es|e|s|y|ies)$/u);
    const stem = ending ? ending[1] : word;
    for (let n = first(index.words, stem); n < index.words.length; n++) {
      const whole = index.words[n];
      if (!whole.startsWith(stem)) break;
      const likeness = whole === word ? 1
        : (whole.startsWith(word) ? 0.2 : 0) + 0.5 * stem.length / whole.length;
      const list = index.found[n];
      for (let i = 0, part = 0; i < list.length; i += 2) {
        part += list[i];
        score.set(part, Math.max(score.get(part) || 0, list[i + 1] * likeness));
      }
    }
    if (score.size === 0) return null;
    // A rare word says more.
    const rarity = Math.log(1 + index.parts.length / score.size);
    for (const [part, value] of score) score.set(part, value * rarity);
    return score;
  }

  /** The places of each word asked for: as it is, or of the words that it joins. */
  function terms(index, text) {
    const asked = wordsOf(text);
    const rare = asked.filter(word => !index.common.includes(word));
    const said = [];
    for (const word of rare.length > 0 ? rare : asked) {
      const found = places(index, word);
      const joined = word.split(/[-._]+/).filter(one => one !== "");
      if (found) said.push(found);
      else if (joined.length > 1) for (const one of joined) said.push(places(index, one));
      else said.push(null);
    }
    return said;
  }

  /** A text without what joins its words: iphone 4 is iphone-4. */
  function letters(text) {
    return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  }

  /** The best parts for what is asked, best first: they have every word, or their page's title has. */
  function search(index, text) {
    const asked = terms(index, text);
    if (asked.length === 0 || asked.includes(null)) return [];
    const name = letters(text);
    const candidates = new Set();
    for (const found of asked) for (const part of found.keys()) candidates.add(part);
    const hits = [];
    for (const part of candidates) {
      const [page, id, heading] = index.parts[part];
      let score = 0, own = 0;
      for (const found of asked) {
        const here = found.get(part), above = found.get(index.starts[page]);
        if (here === undefined && above === undefined) { own = 0; break; }
        if (here !== undefined) own++;
        score += here !== undefined ? here : 0.3 * above;
      }
      if (own === 0) continue;
      const titles = (id === "" ? [index.pages[page][1], index.pages[page][4]] : [heading])
        .map(letters);
      if (titles.includes(name)) score *= 2;
      else if (titles.some(title => title.startsWith(name))) score *= 1.3;
      hits.push([score * index.pages[page][3], part]);
    }
    hits.sort((one, other) => other[0] - one[0] || one[1] - other[1]);
    const ofPage = new Map();
    return hits.map(hit => hit[1]).filter(part => {
      const page = index.parts[part][0], count = (ofPage.get(page) || 0) + 1;
      ofPage.set(page, count);
      return count <= MOST_OF_A_PAGE;
    }).slice(0, MOST);
  }

  // What is shown

  /** Puts `text` into `element`, with what begins as one of `words` marked. */
  function mark(element, text, words) {
    const escaped = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (escaped.length === 0) { element.append(text); return; }
    const pattern = new RegExp(`(^|[^\\p{L}\\p{N}])(${escaped.join("|")})`, "giu");
    let end = 0;
    for (const found of text.matchAll(pattern)) {
      const start = found.index + found[1].length;
      element.append(text.slice(end, start), made("mark", {}, found[2]));
      end = start + found[2].length;
    }
    element.append(text.slice(end));
  }

  /** The stretch of a text where the first of `words` is. */
  function snippet(text, words) {
    const small = text.toLowerCase();
    const at = words.map(word => small.indexOf(word)).filter(place => place >= 0);
    let start = Math.max(0, Math.min(...at, text.length) - SNIPPET / 3);
    if (at.length === 0 || start < 20) start = 0;
    else start = text.indexOf(" ", start) + 1;
    let end = start + SNIPPET;
    if (end < text.length) end = text.lastIndexOf(" ", end) > start ? text.lastIndexOf(" ", end) : end;
    return (start > 0 ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
  }

  function option(index, part, words, number) {
    const [page, name, heading, section] = index.parts[part];
    const [place, title, group] = index.pages[page];
    const address = new URL(place.split("/").map(encodeURIComponent).join("/"), root);
    if (name !== "") address.hash = encodeURIComponent(name);
    const link = made("a", {
      href: address.href, role: "option", id: `site:found-${number}`, tabindex: "-1",
      "aria-selected": "false",
    });
    const strong = made("strong"), about = made("small"), text = made("span");
    mark(strong, name === "" ? title : heading, words);
    const above = [group, name === "" ? "" : title, section];
    about.append(above.filter(one => one !== "").join(" › "));
    if (window.siteTexts) mark(text, snippet(siteTexts[part], words), words);
    link.append(strong, about, text);
    return link;
  }

  /** The search of the head: `/` goes to it, arrows and Enter choose, Escape closes. */
  function searchBox(head) {
    const list = made("div", { role: "listbox", id: "site:found", "aria-label": "Found" });
    const status = made("p", { role: "status" });
    const panel = made("div", { class: "found" }, status, list);
    const input = made("input", {
      type: "search", placeholder: "Search  /", "aria-label": "Search the pages",
      role: "combobox", "aria-expanded": "false", "aria-controls": "site:found",
      "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
      autocapitalize: "off", enterkeyhint: "go",
    });
    const form = made("form", { role: "search", class: "search" }, input, panel);
    panel.hidden = true;
    head.append(form);
    let chosen = -1, state = "not asked";

    function load() {
      if (state !== "not asked") return;
      state = "loading";
      for (const file of ["site-index.js", "site-texts.js"]) {
        const script = made("script", { src: new URL(file, root).href });
        script.onload = () => { if (prepare()) show(); };
        script.onerror = () => { if (file === "site-index.js") { state = "failed"; show(); } };
        document.head.append(script);
      }
    }

    /** Finds the first part of each page, once. */
    function prepare() {
      if (!window.siteIndex) return false;
      if (!siteIndex.starts) {
        siteIndex.starts = [];
        siteIndex.parts.forEach((part, n) => { if (part[1] === "") siteIndex.starts[part[0]] = n; });
        state = "ready";
      }
      return true;
    }

    function choose(number) {
      const options = list.children;
      if (options[chosen]) options[chosen].setAttribute("aria-selected", "false");
      chosen = (number + options.length) % options.length;
      options[chosen].setAttribute("aria-selected", "true");
      options[chosen].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", options[chosen].id);
    }

    function open(isOpen) {
      panel.hidden = !isOpen;
      input.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen) input.removeAttribute("aria-activedescendant");
    }

    function show() {
      const text = input.value.trim();
      if (document.activeElement !== input) return;
      if (wordsOf(text).length === 0) { list.replaceChildren(); open(false); return; }
      if (state !== "ready") {
        list.replaceChildren();
        status.textContent = state === "failed" ? "The index cannot be loaded." : "Loading …";
        open(true);
        return;
      }
      const words = wordsOf(text);
      const marked = words.filter(word => !siteIndex.common.includes(word));
      const parts = search(siteIndex, text);
      list.replaceChildren(...parts.map((part, n) => option(siteIndex, part, marked, n)));
      chosen = -1;
      input.removeAttribute("aria-activedescendant");
      status.textContent = parts.length === 0 ? `Nothing has “${text}”.`
        : `${parts.length}${parts.length === MOST ? " best" : ""} found`;
      open(true);
      if (parts.length > 0) choose(0);
    }

    input.addEventListener("focus", () => { load(); show(); });
    input.addEventListener("input", show);
    input.addEventListener("keydown", event => {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && !panel.hidden) choose(chosen + step);
      else if (event.key === "Escape" && !panel.hidden) open(false);
      else if (event.key === "Escape") input.blur();
      else return;
      event.preventDefault();
    });
    form.addEventListener("submit", event => {
      event.preventDefault();
      if (panel.hidden) show();
      else if (list.children[chosen]) list.children[chosen].click();
    });
    // A link of the page itself leads away from no page.
    list.addEventListener("click", () => { open(false); input.blur(); });
    panel.addEventListener("mousedown", event => event.preventDefault());
    form.addEventListener("focusout", event => {
      if (!form.contains(event.relatedTarget)) open(false);
    });
    document.addEventListener("keydown", event => {
      const isTyped = event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  }

  // Filters and contents

  /** A field above a long list that hides the items without its words. */
  function filter(list) {
    const items = [...list.querySelectorAll(list.dataset.filter)];
    const texts = items.map(item => item.textContent.toLowerCase());
    const input = made("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    const count = made("output", {}, `${items.length}`);
    list.before(made("p", { class: "filter" }, made("label", {}, "Filter ", input), " ", count));
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(word => word !== "");
      let shown = 0;
      items.forEach((item, n) => {
        item.hidden = !words.every(word => texts[n].includes(word));
        if (!item.hidden) shown++;
        const line = item.id && document.querySelector(`.within a[href="#${CSS.escape(item.id)}"]`);
        if (line) line.parentElement.hidden = item.hidden;
      });
      count.textContent = words.length === 0 ? `${items.length}` : `${shown} of ${items.length}`;
    });
  }

  /** Keeps the contents open on wide screens where the style sheet cannot, and shows this page. */
  function contents() {
    if (!CSS.supports("selector(::details-content)")) {
      for (const [name, width] of [["pages", "60rem"], ["within", "80rem"]]) {
        const wide = matchMedia(`(min-width: ${width})`);
        const set = () => document.querySelectorAll(`details.${name}`)
          .forEach(one => { one.open = wide.matches; });
        wide.addEventListener("change", set);
        set();
      }
    }
    const pages = document.querySelector(".pages");
    const now = pages && pages.querySelector("[aria-current]");
    if (!now || now.offsetParent === null) return;
    const below = now.getBoundingClientRect().bottom - pages.getBoundingClientRect().bottom;
    if (below > 0) pages.scrollTop += below + pages.clientHeight / 2;
  }

  searchBox(document.querySelector("header > div"));
  document.querySelectorAll("[data-filter]").forEach(filter);
  contents();
})();
